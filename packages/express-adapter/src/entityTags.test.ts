import { namesTag } from './entityTags.js'

describe('If-None-Match (polls sheet, G14, G15, G20)', () => {
  it.each(['"abc"', 'abc', 'W/"abc"', '"other", "abc"', ' "abc" ', '*', '"*"', 'W/*', '"x",W/"abc"'])(
    '%s names the tag',
    header => expect(namesTag(header, 'abc')).toBe(true),
  )

  it.each([undefined, '', '""', '"other"', 'w/"abc"', '"abc', 'ABC', '"ab c"', ','])('%s does not', header =>
    expect(namesTag(header, 'abc')).toBe(false),
  )
})

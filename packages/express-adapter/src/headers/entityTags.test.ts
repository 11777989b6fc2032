import { matchesETag, revisionsInETags } from './entityTags.js'

describe('If-None-Match (docs/polls.md, Poll caching)', () => {
  it.each(['"abc"', 'abc', 'W/"abc"', '"other", "abc"', ' "abc" ', '*', '"*"', 'W/*', '"x",W/"abc"'])(
    '%s matches',
    header => expect(matchesETag(header, 'abc')).toBe(true),
  )

  it.each([undefined, '', '""', '"other"', 'w/"abc"', '"abc', 'ABC', '"ab c"', ','])('%s does not match', header =>
    expect(matchesETag(header, 'abc')).toBe(false),
  )
})

describe('If-Match (docs/http-answers.md, Revisions and ETags)', () => {
  it.each([
    ['"7-abc"', [7]],
    ['7-abc', [7]],
    ['W/"7-abc"', [7]],
    ['"7-a", W/"12-b" ,3-c', [7, 12, 3]],
    ['"7-a-b"', [7]],
    ['"7-a", "other"', [7]],
    ['', []],
    ['"7"', []],
    ['"abc"', []],
    ['"-1-a"', []],
    ['"07-a"', []],
    ['"1e3-a"', []],
    ['"*"', []],
    ['"9999999999999999-a"', []],
  ])('%s names the revisions %j', (header, expectedRevisions) =>
    expect(revisionsInETags(header)).toEqual({ expectedRevisions }),
  )

  it.each([undefined, '*', ' * ', '"7-a", *'])('%s requires no revision', header =>
    expect(revisionsInETags(header)).toEqual({}),
  )
})

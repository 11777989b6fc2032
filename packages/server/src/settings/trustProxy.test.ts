import { trustProxy } from './settingValues.js'

const read = (text: string) => {
  const problems: string[] = []
  return { value: trustProxy(text, problem => problems.push(problem)), problems }
}

describe('TRUST_PROXY', () => {
  it.each([
    ['', false],
    ['false', false],
    ['true', true],
    ['0', 0],
    ['2', 2],
    ['999', 999],
    ['loopback', 'loopback'],
    ['10.0.0.0/8, uniquelocal,linklocal', '10.0.0.0/8, uniquelocal,linklocal'],
    ['10.0.0.1/32', '10.0.0.1/32'],
    ['fd00::/8,::1/128', 'fd00::/8,::1/128'],
  ])('accepts %s', (text, value) => {
    expect(read(text)).toEqual({ value, problems: [] })
  })

  it.each(['1000', 'all', '10.0.0.0/33', '::1/129', '10.0.0.0/8/8', '10.0.0/8', '10.0.0.0/', '10.0.0.1,proxy'])(
    'is refused by name: %s',
    text => {
      const wrong = text.split(',').at(-1)
      expect(read(text).problems).toEqual([expect.stringMatching(new RegExp(`^TRUST_PROXY: .* not "${wrong}"\\.$`))])
    },
  )
})

import { headlessOffences, participleNames, phraseOffences, titleOffences } from './languageRule.js'
import { parseSource } from './sourceFile.js'

const file = (text: string, path = 'packages/core/src/a.ts') => ({ path, text })
const placesOf = (offences: readonly { readonly place: string }[]) => offences.map(({ place }) => place)

describe('headless comments', () => {
  it.each([
    '/** What is cached. */',
    '// Whoever reads it.',
    '/**\n * Those that are stale.\n */',
    'const a = 1 // Of the cache.',
  ])('include %j', text => expect(headlessOffences([file(`\n${text}\n`)])).toHaveLength(1))

  it.each(['/** Whatever happens, it ends. */', '// Offers a permit.\n// What follows is fine.', "const a = '// no'"])(
    'exclude %j',
    text => expect(headlessOffences([file(`${text}\n`)])).toEqual([]),
  )

  it('are reported with their line', () =>
    expect(placesOf(headlessOffences([file('const a = 1\n\n  // Who reads it.\n')]))).toEqual([
      'packages/core/src/a.ts:3',
    ]))
})

describe('banned phrases', () => {
  const banned = { 'is left out of': 'is excluded from' }

  it('are reported in comments and documents', () => {
    const files = [
      file('// The client\n// is left out of it.\n'),
      file('The client is left out of it.\n', 'handbook/a.md'),
      file("const a = 'is left out of'\n"),
      file('```\nis left out of\n```\n`is left out of`\n', 'handbook/b.md'),
    ]
    expect(placesOf(phraseOffences(files, banned))).toEqual(['packages/core/src/a.ts:1', 'handbook/a.md:1'])
  })

  it.each([
    "describe('a client is left out of it', () => {})",
    "it('is left out of it', () => {})",
    "it.each([1])('%s is left out of it', n => n)",
    "runner.it('is left out of it', () => {})",
    "describeRedis(describe, 'a client is left out of it', () => {})",
    "describe('what is left', () => {})",
    "it('is kept', () => {})",
  ])('are reported in titles: %s', text =>
    expect(placesOf(titleOffences([parseSource(file(`\n${text}\n`))], banned))).toEqual(['packages/core/src/a.ts:2']),
  )

  it('are reported in names of the cases of a suite', () => {
    const cases = "const cases = {\n  'a client is left out of it': async () => {},\n}\n"
    const paths = ['a/lockCases.ts', 'a/lock.ts']
    expect(
      placesOf(
        titleOffences(
          paths.map(path => parseSource(file(cases, path))),
          banned,
        ),
      ),
    ).toEqual(['a/lockCases.ts:2'])
  })

  it('are ignored in other strings of tests', () =>
    expect(titleOffences([parseSource(file("it('ends', () => log('is left out of'))\n"))], banned)).toEqual([]))
})

describe('names that are bare participles', () => {
  const namesIn = (text: string) => participleNames([parseSource(file(text))]).map(({ name }) => name.split(' ')[1])

  it.each([
    ['const found = 1', ['found']],
    ['function asked() {}', ['asked']],
    ['interface A { readonly kept: number; told(): void }', ['kept', 'told']],
    ['const f = (given: number) => given', ['given']],
    ['type Asked = 1; interface Kept {}', ['Asked', 'Kept']],
    ['function f(made: number) {}', ['made']],
    ['const { seen, b: found } = a', ['seen', 'found']],
  ])('are reported: %s', (text, names) => expect(namesIn(text).sort()).toEqual(names.sort()))

  it.each(['const isFound = a.found', 'const match = { kept: 1 }.kept'])('exclude the names in %s', text =>
    expect(namesIn(text)).toEqual([]),
  )
})

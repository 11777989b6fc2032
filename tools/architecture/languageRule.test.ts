import { headlessOffences, participleNames, phraseOffences } from './languageRule.js'
import { parseSource } from './sourceFile.js'

const file = (text: string, path = 'packages/core/src/a.ts') => ({ path, text })
const placesOf = (offences: readonly { readonly place: string }[]) => offences.map(({ place }) => place)

describe('headless comments', () => {
  it.each([
    '/** What is cached. */',
    '// Whoever reads it.',
    '/**\n * Those that are stale.\n */',
    'const a = 1 // Of the cache.',
  ])('are found: %j', text => expect(headlessOffences([file(`\n${text}\n`)])).toHaveLength(1))

  it.each(['/** Whatever happens, it ends. */', '// Offers a permit.\n// What follows is fine.', "const a = '// no'"])(
    'are no others: %j',
    text => expect(headlessOffences([file(`${text}\n`)])).toEqual([]),
  )

  it('are found by their line', () =>
    expect(placesOf(headlessOffences([file('const a = 1\n\n  // Who reads it.\n')]))).toEqual([
      'packages/core/src/a.ts:3',
    ]))
})

describe('banned phrases', () => {
  const banned = { 'is told of': 'is notified of' }

  it('are found in comments and documents', () => {
    const files = [
      file('// The client\n// is told of it.\n'),
      file('The client is told of it.\n', 'handbook/a.md'),
      file("const a = 'is told of'\n"),
      file('```\nis told of\n```\n`is told of`\n', 'handbook/b.md'),
    ]
    expect(placesOf(phraseOffences(files, banned))).toEqual(['packages/core/src/a.ts:1', 'handbook/a.md:1'])
  })
})

describe('names', () => {
  const namesIn = (text: string, path?: string) =>
    participleNames([parseSource(file(text, path))]).map(({ name }) => name.split(' ')[1])

  it.each([
    ['const found = 1', ['found']],
    ['function asked() {}', ['asked']],
    ['interface A { readonly kept: number; told(): void }', ['kept', 'told']],
    ['const f = (given: number) => given', ['given']],
    ['function f(made: number) {}', ['made']],
    ['const { seen, b: found } = a', ['seen', 'found']],
  ])('that are bare participles are found: %s', (text, names) => expect(namesIn(text).sort()).toEqual(names.sort()))

  it.each(['const isFound = a.found', 'const match = { kept: 1 }.kept'])('are no others: %s', text =>
    expect(namesIn(text)).toEqual([]),
  )

  it('of tests are free', () => expect(namesIn('const found = 1', 'packages/core/src/a.test.ts')).toEqual([]))
})

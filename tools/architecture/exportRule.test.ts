import { barrelOffences, defaultExportOffences, starExportOffences } from './exportRule.js'
import { inventedSources } from './inventedSources.js'
import { wordOffence } from './offence.js'

const path = 'packages/core/src/poll/poll.ts'

describe('the rule of default exports', () => {
  it.each([
    'export default 1',
    'export default function poll() {}',
    'const poll = 1\nexport { poll as default }',
    "export { default } from './a.js'",
    "export { a as default } from './a.js'",
    'export = 1',
  ])('finds %j', text => {
    expect(defaultExportOffences(inventedSources({ [path]: text })).map(({ what }) => what)).toEqual([
      'exports a default',
    ])
  })

  it('reports the line, and accepts the settings of the test runner', () => {
    const text = '\nexport default {}'
    expect(defaultExportOffences(inventedSources({ [path]: text, 'jest.config.ts': text })).map(wordOffence)).toEqual([
      `${path}:2: exports a default: an export has a name`,
    ])
  })

  it('accepts named exports', () => {
    const text = "export const a = 1\nexport { default as b } from './b.js'"
    expect(defaultExportOffences(inventedSources({ [path]: text }))).toEqual([])
  })
})

describe('the rule of star exports', () => {
  it.each(["export * from './a.js'", "export type * from './a.js'", "export * as a from './a.js'"])(
    'finds %s',
    text => {
      expect(starExportOffences(inventedSources({ [path]: text })).map(wordOffence)).toEqual([
        `${path}:1: exports *: exports are listed by name`,
      ])
    },
  )

  it('accepts a list of names', () => {
    expect(starExportOffences(inventedSources({ [path]: "export { a, type B } from './a.js'" }))).toEqual([])
  })
})

describe('the rule of barrels', () => {
  it.each([
    "export { a } from './a.js'\nexport type { B } from './b.js'",
    "export * from './a.js'",
    "import { a } from './a.js'\nimport type { B } from './b.js'\nexport { a, type B }",
  ])('finds %j', text => {
    const offences = barrelOffences(inventedSources({ [path]: text, 'packages/core/src/poll/index.ts': text }))
    expect(offences.map(wordOffence)).toEqual([
      `${path}: only re-exports: importers name the file that declares`,
      'packages/core/src/poll/index.ts: only re-exports: importers name the file that declares',
    ])
  })

  it.each([
    "export { a } from './a.js'\nexport const b = 1",
    'const a = 1\nexport { a }',
    "import './a.js'",
    'export {}',
    '',
  ])('accepts %j', text => {
    expect(barrelOffences(inventedSources({ [path]: text }))).toEqual([])
  })

  it('accepts the index of a package', () => {
    expect(barrelOffences(inventedSources({ 'packages/core/src/index.ts': "export { a } from './a.js'" }))).toEqual([])
  })
})

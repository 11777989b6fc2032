import { circlesOf, layeringOf, layeringTable } from './layering.js'
import { parseSource } from './sourceFile.js'

const sourcesOf = (imports: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(imports).map(([name, targets]) => {
    const up = name.includes('/') ? '../' : './'
    const text = targets.map((target, i) => `import type { T${i} } from '${up}${target}.js'\n`).join('')
    return parseSource({ path: `packages/core/src/${name}.ts`, text })
  })
const layering = (imports: Readonly<Record<string, readonly string[]>>) =>
  layeringOf('packages/core/src', sourcesOf(imports))

describe('the layering of a folder', () => {
  it('has as many floors as its longest chain of imports', () =>
    expect(layering({ a: ['b', 'c'], b: ['c'], c: [], d: [] })).toEqual({ floors: 3, backUp: [] }))

  it('counts a subfolder as one module', () =>
    expect(layering({ a: ['sub/x'], 'sub/x': ['sub/y'], 'sub/y': ['b'], b: [] })).toEqual({ floors: 3, backUp: [] }))

  it('names the imports that run back up', () =>
    expect(layering({ a: ['b'], b: ['c'], c: ['b'], d: ['c'], e: ['c'] })).toEqual({
      floors: 3,
      backUp: ['b.ts -> c.ts'],
    }))

  it('ignores other folders', () =>
    expect(layeringOf('packages/pages/src', sourcesOf({ a: ['b'], b: [] }))).toEqual({ floors: 0, backUp: [] }))
})

it('circles of files include circles through types', () =>
  expect(circlesOf(sourcesOf({ a: ['b'], b: ['a'], c: ['a'] })).map(circle => circle.sort())).toEqual([
    ['packages/core/src/a.ts', 'packages/core/src/b.ts'],
  ]))

it('the table of layers has a row for each package, and the imports that run back up', () => {
  const pages = parseSource({ path: 'packages/pages/src/a.ts', text: '' })
  const core = sourcesOf({ a: ['b'], b: ['c'], c: ['b'], d: ['c'], e: ['c'] })
  expect(layeringTable([pages, ...core])).toBe(
    [
      'package               floors back up circles',
      'core                       3       1       1',
      'pages                      1       0       0',
      'back up in core: b.ts -> c.ts',
      'circle: packages/core/src/b.ts, packages/core/src/c.ts',
    ].join('\n'),
  )
})

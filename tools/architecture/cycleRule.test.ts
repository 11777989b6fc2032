import fc from 'fast-check'
import { cycleOffences } from './cycleRule.js'
import { inventedSources } from './inventedSources.js'
import { wordOffence } from './offence.js'
import { componentsOf } from './stronglyConnected.js'

describe('the rule of runtime cycles', () => {
  it('finds cycles of imports, one group at a time', () => {
    const sources = inventedSources({
      'packages/core/src/poll/b.ts': "export { c } from './c.js'",
      'packages/core/src/poll/a.ts': "import { b } from './b.js'",
      'packages/core/src/poll/c.ts': "const a = () => import('./a.js')",
      'packages/core/src/poll/outside.ts': "import { a } from './a.js'",
      'packages/server/src/main.ts': "import { start } from './start.js'",
      'packages/server/src/start.ts': "import { main } from './main.js'",
    })
    expect(cycleOffences(sources).map(wordOffence)).toEqual([
      'packages/core/src/poll/a.ts: imports itself through packages/core/src/poll/b.ts, packages/core/src/poll/c.ts: ' +
        'runtime imports form no cycle',
      'packages/server/src/main.ts: imports itself through packages/server/src/start.ts: runtime imports form no cycle',
    ])
  })

  it('finds a cycle through the index of a package', () => {
    const sources = inventedSources({
      'packages/core/src/index.ts': "export { a } from './poll/a.js'",
      'packages/core/src/poll/a.ts': "import { b } from '@plenum/testkit'",
      'packages/testkit/src/index.ts': "import { a } from '@plenum/core'",
    })
    expect(cycleOffences(sources)).toHaveLength(1)
  })

  it('finds a file that imports itself', () => {
    const sources = inventedSources({ 'packages/core/src/poll/a.ts': "import { a } from './a.js'" })
    expect(cycleOffences(sources)).toHaveLength(1)
  })

  it('accepts cycles of types', () => {
    const sources = inventedSources({
      'packages/core/src/poll/a.ts': "import type { B } from './b.js'",
      'packages/core/src/poll/b.ts': "import { a } from './a.js'",
    })
    expect(cycleOffences(sources)).toEqual([])
  })
})

describe('strongly connected components', () => {
  const names = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f')
  const graphs = fc.dictionary(names, fc.array(names)).map(edges => new Map(Object.entries(edges)))

  function leads(graph: ReadonlyMap<string, readonly string[]>, from: string, to: string): boolean {
    const reached = new Set([from])
    for (const node of reached) for (const next of graph.get(node) ?? []) if (graph.has(next)) reached.add(next)
    return reached.has(to)
  }

  it('contain two nodes together exactly if each leads to the other', () => {
    fc.assert(
      fc.property(graphs, graph => {
        const components = componentsOf(graph)
        expect(components.flat().toSorted()).toEqual([...graph.keys()].toSorted())
        for (const a of graph.keys()) {
          const own = components.find(component => component.includes(a)) ?? []
          for (const b of graph.keys()) expect(own.includes(b)).toBe(leads(graph, a, b) && leads(graph, b, a))
        }
      }),
    )
  })
})

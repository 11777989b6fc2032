import type { Offence } from './offence.js'
import type { SourceFile } from './sourceFile.js'
import { componentsOf, type Graph } from './stronglyConnected.js'

/** Checks that run-time imports between files form no cycle. Type-only imports are ignored. */
export function cycleOffences(sources: readonly SourceFile[]): Offence[] {
  const graph = runtimeImports(sources)
  return componentsOf(graph)
    .filter(([first = '', ...others]) => others.length > 0 || graph.get(first)?.includes(first))
    .map(component => component.toSorted())
    .toSorted((a, b) => String(a[0]).localeCompare(String(b[0])))
    .map(([place = '', ...others]) => ({
      place,
      what: `imports itself through ${others.join(', ') || 'nothing else'}`,
      why: 'runtime imports form no cycle',
    }))
}

function runtimeImports(sources: readonly SourceFile[]): Graph {
  return new Map(
    sources.map(({ path, imports }) => [
      // Files with the extensions `.ts` and `.tsx` are both compiled to `.js`, so imports do not distinguish them.
      path.replace(/\.tsx$/, '.ts'),
      imports.flatMap(({ target, typeOnly }) => (target === null || typeOnly ? [] : [target])),
    ]),
  )
}

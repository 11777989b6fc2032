import { packageOf } from './places.js'
import type { SourceFile } from './sourceFile.js'
import { componentsOf, type Graph } from './stronglyConnected.js'

export interface Layering {
  /** The number of modules in the longest chain of imports, without the imports in `backUp`. */
  readonly floors: number
  /** The imports, in the form `from -> to`, without which the modules would form layers. */
  readonly backUp: readonly string[]
}

/** Returns the layers of a folder. The modules of a folder are its files and its direct subfolders, without tests. */
export function layeringOf(folder: string, sources: readonly SourceFile[]): Layering {
  const graph = moduleGraph(folder, sources)
  const order = new Map(
    componentsOf(graph)
      .flatMap(component => ordered(component, graph))
      .map((name, i) => [name, i]),
  )
  const position = (name: string): number => order.get(name) ?? 0
  const edges = [...graph].flatMap(([from, targets]) => targets.map(to => ({ from, to })))
  const isBackUp = ({ from, to }: { from: string; to: string }) => position(to) > position(from)
  const heights = new Map<string, number>()
  for (const name of order.keys()) {
    const below = edges.filter(edge => edge.from === name && !isBackUp(edge)).map(({ to }) => heights.get(to) ?? 0)
    heights.set(name, 1 + Math.max(0, ...below))
  }
  return {
    floors: Math.max(0, ...heights.values()),
    backUp: edges.filter(isBackUp).map(({ from, to }) => `${from} -> ${to}`),
  }
}

/** Returns the groups of files that import one another in a cycle, including type-only imports. */
export function circlesOf(sources: readonly SourceFile[]): string[][] {
  const graph = new Map(sources.map(({ path, imports }) => [asTs(path), imports.flatMap(({ target }) => target ?? [])]))
  return componentsOf(graph).filter(({ length }) => length > 1)
}

export function layeringTable(sources: readonly SourceFile[]): string {
  const names = [...new Set(sources.flatMap(({ path }) => packageOf(path) ?? []))].sort()
  const packages = names.map(name => {
    const own = sources.filter(({ path }) => packageOf(path) === name)
    return { name, ...layeringOf(`packages/${name}/src`, own), circles: circlesOf(own) }
  })
  const row = (name: string, ...counts: readonly (number | string)[]) =>
    name.padEnd(20) + counts.map(count => String(count).padStart(8)).join('')
  return [
    row('package', 'floors', 'back up', 'circles'),
    ...packages.map(({ name, floors, backUp, circles }) => row(name, floors, backUp.length, circles.length)),
    ...packages.flatMap(({ name, backUp }) => backUp.map(edge => `back up in ${name}: ${edge}`)),
    ...packages.flatMap(({ circles }) => circles.map(circle => `circle: ${circle.join(', ')}`)),
  ].join('\n')
}

const asTs = (path: string): string => path.replace(/\.tsx$/, '.ts')

function moduleGraph(folder: string, sources: readonly SourceFile[]): Graph {
  const moduleOf = (path: string): string | null =>
    path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? null) : null
  const graph = new Map<string, Set<string>>()
  for (const { path, imports } of sources) {
    const from = moduleOf(asTs(path))
    if (from === null) continue
    const targets = graph.get(from) ?? new Set()
    graph.set(from, targets)
    for (const { target } of imports) {
      const to = target === null ? null : moduleOf(target)
      if (to !== null && to !== from) targets.add(to)
    }
  }
  return new Map([...graph].map(([name, targets]) => [name, [...targets]]))
}

/**
 * Sorts the modules of a cycle from the lowest layer to the highest layer, so that few imports lead from a lower layer
 * to a higher one. The module with the most dependents comes first.
 */
function ordered(component: readonly string[], graph: Graph): string[] {
  const left = new Set(component)
  const result: string[] = []
  while (left.size > 0) {
    const inside = (name: string) => (graph.get(name) ?? []).filter(to => left.has(to)).length
    const users = (name: string) => [...left].filter(other => graph.get(other)?.includes(name)).length
    const [first = ''] = [...left].sort((a, b) => inside(a) - users(a) - (inside(b) - users(b)) || (a < b ? -1 : 1))
    left.delete(first)
    result.push(first)
  }
  return result
}

/** From each node to the nodes it leads to; targets that are not keys of the map are ignored. */
export type Graph = ReadonlyMap<string, readonly string[]>

interface Search {
  readonly graph: Graph
  /** Order of discovery; a node keeps Infinity once its component is complete. */
  readonly discovery: Map<string, number>
  readonly open: string[]
  readonly components: string[][]
}

/**
 * The strongly connected components of a graph, by Tarjan's algorithm; a node outside of cycles is a component by
 * itself.
 */
export function componentsOf(graph: Graph): string[][] {
  const search: Search = { graph, discovery: new Map(), open: [], components: [] }
  for (const node of graph.keys()) if (!search.discovery.has(node)) context(search, node)
  return search.components
}

/** Returns the earliest discovered node that can be reached from this one and leads back to it. */
function context(search: Search, node: string): number {
  const { graph, discovery, open } = search
  const own = discovery.size
  discovery.set(node, own)
  open.push(node)
  let earliest = own
  for (const next of graph.get(node) ?? []) {
    if (graph.has(next)) earliest = Math.min(earliest, discovery.get(next) ?? context(search, next))
  }
  if (earliest === own) close(search, node)
  return earliest
}

function close({ discovery, open, components }: Search, first: string): void {
  const component = open.splice(open.indexOf(first))
  for (const node of component) discovery.set(node, Number.POSITIVE_INFINITY)
  components.push(component)
}

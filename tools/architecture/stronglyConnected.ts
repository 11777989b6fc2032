/** A directed graph, which maps each node to its successors. Successors that are not keys of the map are ignored. */
export type Graph = ReadonlyMap<string, readonly string[]>

interface Search {
  readonly graph: Graph
  /** The discovery number of each node, or Infinity after the component of the node is complete. */
  readonly discovery: Map<string, number>
  readonly open: string[]
  readonly components: string[][]
}

/**
 * Returns the strongly connected components, which are found with Tarjan's algorithm. A node that is not on a cycle is
 * a separate component.
 */
export function componentsOf(graph: Graph): string[][] {
  const search: Search = { graph, discovery: new Map(), open: [], components: [] }
  for (const node of graph.keys()) if (!search.discovery.has(node)) context(search, node)
  return search.components
}

/** Returns the lowest discovery number among the nodes that can be reached from `node` and that lead back to it. */
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

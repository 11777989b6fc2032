/** Any node of the parser's tree, for traversals of all kinds of nodes. */
export interface SyntaxNode {
  readonly type: string
}

/**
 * The parser marks every identifier with its scope. This mark means that no declaration in the file binds the
 * identifier.
 */
const unboundScope = 1

/** A part of a node by its name in the tree; undefined if nodes of that kind have no such part. */
export function partOf(node: object, name: string): unknown {
  return Reflect.get(node, name)
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/**
 * The nodes directly below a node. The parser wraps some nodes, such as the arguments of a call, in plain objects
 * without a kind; this function skips the wrappers.
 */
export function childrenOf(node: object): SyntaxNode[] {
  return Object.values(node).flatMap(part => {
    if (isNode(part)) return [part]
    return typeof part === 'object' && part !== null ? childrenOf(part) : []
  })
}

/** Yields the nodes and all nodes below them, in the order of the source. */
export function* nodesIn(nodes: readonly SyntaxNode[]): Generator<SyntaxNode> {
  for (const node of nodes) {
    yield node
    yield* nodesIn(childrenOf(node))
  }
}

/**
 * Whether a node is a use of the global `name` or, without `name`, of any global. Property keys are not taken as uses.
 */
export function isGlobal(node: unknown, name?: string): node is SyntaxNode & { readonly value: string } {
  if (!isNode(node) || node.type !== 'Identifier' || partOf(node, 'ctxt') !== unboundScope) return false
  return name === undefined || partOf(node, 'value') === name
}

/** The offset of a node's first byte, counted from 1; also 1 for the few kinds of nodes without a position. */
export function startOf(node: SyntaxNode): number {
  const span = partOf(node, 'span')
  return typeof span === 'object' && span !== null && 'start' in span ? Number(span.start) : 1
}

/** Any node of the syntax tree, for traversals of all kinds of nodes. */
export interface SyntaxNode {
  readonly type: string
}

/**
 * The scope of unbound identifiers. The parser marks every identifier with its scope. This scope means that no
 * declaration in the file binds the identifier.
 */
const unboundScope = 1

/** Returns a part of a node, or undefined if nodes of that kind do not have this part. */
export function partOf(node: object, name: string): unknown {
  return Reflect.get(node, name)
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/**
 * Returns the child nodes of a node. The parser wraps some nodes, such as the arguments of a call, in plain objects
 * without a kind, which this function skips.
 */
export function childrenOf(node: object): SyntaxNode[] {
  return Object.values(node).flatMap(part => {
    if (isNode(part)) return [part]
    return typeof part === 'object' && part !== null ? childrenOf(part) : []
  })
}

export function* nodesIn(nodes: readonly SyntaxNode[]): Generator<SyntaxNode> {
  for (const node of nodes) {
    yield node
    yield* nodesIn(childrenOf(node))
  }
}

/** Whether a node is a use of the global `name` or, without `name`, of any global. Property keys are not uses. */
export function isGlobal(node: unknown, name?: string): node is SyntaxNode & { readonly value: string } {
  if (!isNode(node) || node.type !== 'Identifier' || partOf(node, 'ctxt') !== unboundScope) return false
  return name === undefined || partOf(node, 'value') === name
}

/**
 * Returns the one-based offset of the first byte of a node. Returns 1 for the few kinds of nodes without a position.
 */
export function startOf(node: SyntaxNode): number {
  const span = partOf(node, 'span')
  return typeof span === 'object' && span !== null && 'start' in span ? Number(span.start) : 1
}

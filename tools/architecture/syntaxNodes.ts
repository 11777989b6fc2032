export interface SyntaxNode {
  readonly type: string
}

/** The scope of identifiers that no declaration in the file binds. The parser marks every identifier with its scope. */
const unboundScope = 1

/** Returns the property of a node with the given name, or undefined if this kind of node does not have the property. */
export function partOf(node: object, name: string): unknown {
  return Reflect.get(node, name)
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

/**
 * Returns the child nodes of a node. Skips the plain objects without a type in which the parser wraps some nodes, such
 * as the arguments of a call.
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

/** Whether a node is a use of the global `name`, or of any global if `name` is omitted. Property keys are not uses. */
export function isGlobal(node: unknown, name?: string): node is SyntaxNode & { readonly value: string } {
  if (!isNode(node) || node.type !== 'Identifier' || partOf(node, 'ctxt') !== unboundScope) return false
  return name === undefined || partOf(node, 'value') === name
}

/** Returns the one-based byte offset of a node, or 1 for the few kinds of nodes without a position. */
export function startOf(node: SyntaxNode): number {
  const span = partOf(node, 'span')
  return typeof span === 'object' && span !== null && 'start' in span ? Number(span.start) : 1
}

import { placeOf, type TextFile } from './offence.js'
import { targetOf } from './places.js'
import { isGlobal, isNode, nodesIn, partOf, type SyntaxNode } from './syntaxNodes.js'

export interface Import {
  readonly specifier: string
  readonly target: string | null
  /** Whether the import is erased from the compiled file. `import { type A }` still imports the file. */
  readonly typeOnly: boolean
  readonly place: string
}

/** Returns the imports of a file, including re-exports, dynamic imports and type-only imports. */
export function importsIn(file: TextFile, body: readonly SyntaxNode[]): Import[] {
  return [...nodesIn(body)].flatMap(node => {
    const specifier = specifierOf(node)
    if (specifier === null) return []
    return [
      { specifier, target: targetOf(file.path, specifier), typeOnly: isTypeOnly(node), place: placeOf(file, node) },
    ]
  })
}

function isTypeOnly(node: SyntaxNode): boolean {
  return node.type === 'TsImportType' || partOf(node, 'typeOnly') === true
}

function specifierOf(node: SyntaxNode): string | null {
  const named = namingPartOf(node)
  return isNode(named) && named.type === 'StringLiteral' ? String(partOf(named, 'value')) : null
}

function namingPartOf(node: SyntaxNode): unknown {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return partOf(node, 'source')
    case 'TsExternalModuleReference':
      return partOf(node, 'expression')
    case 'TsImportType':
      return partOf(node, 'argument')
    case 'CallExpression':
      return importsByCall(node) ? firstArgumentOf(node) : null
    default:
      return null
  }
}

function importsByCall(call: SyntaxNode): boolean {
  const callee = partOf(call, 'callee')
  return (isNode(callee) && callee.type === 'Import') || isGlobal(callee, 'require')
}

function firstArgumentOf(call: SyntaxNode): unknown {
  const parameters = partOf(call, 'arguments')
  return Array.isArray(parameters) ? parameters[0]?.expression : null
}

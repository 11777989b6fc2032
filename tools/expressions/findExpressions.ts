import { type ParseOptions, parseSync } from '@swc/core'
import { isGlobal, isNode, nodesIn, partOf, type SyntaxNode } from '../architecture/syntaxNodes.js'

type Syntax = 'typescript' | 'tsx' | 'ecmascript'

export interface FileExpressions {
  /** The regular expressions as literals, with slashes and flags. */
  readonly literals: readonly string[]
  /** The number of regular expressions that are composed at run time, so that their patterns are unknown. */
  readonly composed: number
}

/**
 * Returns the regular expressions in a file: literals, strings that are passed to RegExp, and patterns in JSON schemas.
 */
export function findExpressions(text: string, syntax: Syntax): FileExpressions {
  const body: readonly SyntaxNode[] = parsed(text, syntax)
  const expressions = [...nodesIn(body)].flatMap(expressionOf)
  return {
    literals: expressions.filter(expression => expression !== null),
    composed: expressions.filter(expression => expression === null).length,
  }
}

function parsed(text: string, syntax: Syntax): readonly SyntaxNode[] {
  const language: ParseOptions = syntax === 'ecmascript' ? { syntax } : { syntax: 'typescript', tsx: syntax === 'tsx' }
  const options: ParseOptions = { ...language, target: 'es2023' }
  // The `isModule` option is necessary, because dependencies contain both modules and scripts. The parser's types do
  // not declare it.
  return parseSync(text, Object.assign(options, { isModule: 'unknown' })).body
}

/**
 * Returns a list with the regular expression at a node, or an empty list. The item is null for an expression that is
 * composed at run time.
 */
function expressionOf(node: SyntaxNode): readonly (string | null)[] {
  if (node.type === 'RegExpLiteral') return [`/${partOf(node, 'pattern')}/${partOf(node, 'flags')}`]
  if (node.type === 'KeyValueProperty') return patternOf(node)
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
  if (!isCall || !isGlobal(partOf(node, 'callee'), 'RegExp')) return []
  const parameters = partOf(node, 'arguments')
  const [source, flags] = (Array.isArray(parameters) ? parameters : []).map(argument =>
    textOf(partOf(argument, 'expression')),
  )
  return [source === undefined || flags === null ? null : source && `/${source.replaceAll('/', '\\/')}/${flags ?? ''}`]
}

/** Returns the `pattern` of a JSON schema, which Ajv compiles with the `u` flag. */
function patternOf(node: SyntaxNode): readonly string[] {
  const key = partOf(node, 'key')
  const pattern = textOf(partOf(node, 'value'))
  return isNode(key) && partOf(key, 'value') === 'pattern' && pattern !== null
    ? [`/${pattern.replaceAll('/', '\\/')}/u`]
    : []
}

/** Returns the string to which a node evaluates, or null if the node is not constant. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node.type === 'StringLiteral') return String(partOf(node, 'value'))
  const quasis = partOf(node, 'quasis')
  const only: unknown =
    node.type === 'TemplateLiteral' && Array.isArray(quasis) && quasis.length === 1 ? quasis[0] : null
  return only === null ? null : String(partOf(Object(only), 'cooked'))
}

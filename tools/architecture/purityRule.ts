import { type Offence, placeOf } from './offence.js'
import { isRelative, isTest, packageOf, purePackages } from './places.js'
import type { SourceFile } from './sourceFile.js'
import { childrenOf, isGlobal, isNode, partOf, type SyntaxNode } from './syntaxNodes.js'

/** The globals that access the machine, the clock or randomness. The compiler already rejects most of them. */
const impureGlobals = new Set([
  ...['globalThis', 'global', 'self', 'window', 'process', 'console', 'crypto', 'performance', 'require', 'eval'],
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
  ...['queueMicrotask', 'fetch', 'Buffer', '__dirname', '__filename'],
])
const pureMembersOfDate = ['UTC', 'parse', 'prototype']
const formatting = ['format', 'formatToParts']

/**
 * Matches syntax nodes that contain only types, in which `Date` is allowed. A type assertion `<T>value` contains a
 * value, so it does not match.
 */
const typeParts = /^Ts(?!TypeAssertion$)(?:Type\w*|\w+Type|InterfaceDeclaration|ExpressionWithTypeArguments)$/

/**
 * The files that provide defaults for values that a program may pass in. They use only globals that also exist in
 * browsers.
 */
const webDefaults = ['packages/memoize/src/lease/sleep.ts', 'packages/memoize/src/memoizer/monotonicClock.ts']

/**
 * Checks that core and the memoizer access the clock, randomness and the machine only through values that callers pass
 * in. Core may import the memoizer and no other package.
 */
export function purityOffences(sources: readonly SourceFile[]): Offence[] {
  return sources
    .filter(({ path }) => !webDefaults.includes(path))
    .filter(({ path }) => purePackages.includes(packageOf(path) ?? '') && !isTest(path))
    .flatMap(source => [...foreignImports(source), ...source.body.flatMap(item => impureUses(source, item))])
}

function foreignImports(source: SourceFile): Offence[] {
  return source.imports
    .filter(({ specifier }) => !isRelative(specifier) && specifier !== '@plenum/memoize')
    .map(({ specifier, place }) => ({ place, what: `imports ${specifier}`, why: 'core imports only its own files' }))
}

function impureUses(source: SourceFile, node: SyntaxNode): Offence[] {
  if (typeParts.test(node.type)) return []
  const what = impurityOf(node)
  if (what !== null)
    return [{ place: placeOf(source, node), what, why: 'core gets time, chance and the world as values' }]
  return childrenOf(node)
    .filter(child => !isSettled(node, child))
    .flatMap(child => impureUses(source, child))
}

function impurityOf(node: SyntaxNode): string | null {
  if (isGlobal(node) && impureGlobals.has(node.value)) return `uses ${node.value}`
  if (partOf(node, 'declare') === true) return 'declares what no file of core defines'
  if (isGlobal(node, 'Date') || isGlobal(node, 'Math')) return `uses ${node.value} as a value`
  if (node.type === 'NewExpression' && isGlobal(partOf(node, 'callee'), 'Date'))
    return isEmpty(node) ? 'uses new Date()' : null
  if (node.type === 'MemberExpression') return impureMember(node)
  return formatsThePresent(node) ? 'formats without an argument, hence the present moment' : null
}

function impureMember(node: SyntaxNode): string | null {
  const object = partOf(node, 'object')
  const name = nameOf(partOf(node, 'property'))
  const member = name === null ? '[…]' : `.${name}`
  if (isGlobal(object, 'Math')) return name === null || name === 'random' ? `uses Math${member}` : null
  if (!isGlobal(object, 'Date')) return null
  return name !== null && pureMembersOfDate.includes(name) ? null : `uses Date${member}`
}

function formatsThePresent(node: SyntaxNode): boolean {
  const callee = partOf(node, 'callee')
  if (node.type !== 'CallExpression' || !isNode(callee) || !isEmpty(node)) return false
  return callee.type === 'MemberExpression' && formatting.includes(nameOf(partOf(callee, 'property')) ?? '')
}

/**
 * Whether an identifier needs no check: the new name in `export { a as b }`, or a use of `Date` or `Math` that is
 * checked with the enclosing node.
 */
function isSettled(parent: SyntaxNode, child: SyntaxNode): boolean {
  if (parent.type === 'ExportSpecifier') return child === partOf(parent, 'exported')
  if (!isGlobal(child, 'Date') && !isGlobal(child, 'Math')) return false
  if (parent.type === 'MemberExpression') return child === partOf(parent, 'object')
  if (parent.type === 'NewExpression') return child === partOf(parent, 'callee')
  return parent.type === 'BinaryExpression' && partOf(parent, 'operator') === 'instanceof'
}

function isEmpty(call: SyntaxNode): boolean {
  const parameters = partOf(call, 'arguments')
  return !Array.isArray(parameters) || parameters.length === 0
}

function nameOf(property: unknown): string | null {
  return isNode(property) && property.type === 'Identifier' ? String(partOf(property, 'value')) : null
}

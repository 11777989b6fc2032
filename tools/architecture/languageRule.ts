import type { Offence, TextFile } from './offence.js'
import { placeOf } from './offence.js'
import type { SourceFile } from './sourceFile.js'
import { isNode, nodesIn, partOf, type SyntaxNode } from './syntaxNodes.js'

/** The replacement for each banned phrase (docs/phrases.json). */
export type BannedPhrases = Readonly<Record<string, string>>

const headless = /^(?:What|Who|Whoever|Whom|Those|Of)\b/
const participles = new Set(['asked', 'told', 'kept', 'found', 'given', 'made', 'seen'])
/** Matches `describe`, `it`, `test`, and helpers such as `describeRedis`. */
const testFunction = /^(?:describe(?:[A-Z]\w*)?|it|test)$/
/** The words to avoid in test titles, in addition to the banned phrases, with their replacements. */
const bannedInTitles: BannedPhrases = {
  asked: 'requested, required',
  kept: 'stored, cached, retained',
  told: 'reported, notified',
}

/** Checks that no comment begins with a relative clause instead of a noun. */
export function headlessOffences(files: readonly TextFile[]): Offence[] {
  return files.flatMap(file =>
    commentsIn(file)
      .filter(({ text }) => headless.test(text))
      .map(({ place, text }) => ({
        place,
        what: `begins with "${text.split(' ', 3).join(' ')}"`,
        why: 'a comment begins with the thing that it describes',
      })),
  )
}

/** Checks that comments and documents use the common term instead of a paraphrase. */
export function phraseOffences(files: readonly TextFile[], banned: BannedPhrases): Offence[] {
  return bannedIn(files.flatMap(proseOf), banned)
}

export function titleOffences(sources: readonly SourceFile[], banned: BannedPhrases): Offence[] {
  const titles = sources.flatMap(titlesIn)
  return [...bannedIn(titles, { ...banned, ...bannedInTitles }), ...titles.filter(isHeadlessTitle).map(headlessTitle)]
}

const isHeadlessTitle = ({ text }: Prose) => /^(?:what|who|whoever|whom|those)\b/i.test(text)

const headlessTitle = ({ place, text }: Prose): Offence => ({
  place,
  what: `begins with "${text.split(' ', 3).join(' ')}"`,
  why: 'a title begins with a noun or a verb',
})

function bannedIn(prose: readonly Prose[], banned: BannedPhrases): Offence[] {
  const phrases = Object.entries(banned).map(([phrase, better]) => ({
    pattern: new RegExp(`\\b${phrase}\\b`, 'i'),
    why: `write "${better}"`,
  }))
  return prose.flatMap(({ place, text }) =>
    phrases
      .map(({ pattern, why }) => ({ match: pattern.exec(text)?.[0], why }))
      .filter(({ match }) => match !== undefined)
      .map(({ match, why }) => ({ place, what: `says "${match}"`, why })),
  )
}

/** Returns the declarations whose name is only a participle, which does not describe the value. */
export function participleNames(sources: readonly SourceFile[]): { readonly name: string; readonly place: string }[] {
  return sources.flatMap(source => {
    const names = [...nodesIn(source.body)]
      .flatMap(declaredIn)
      .filter(({ value }) => participles.has(value.toLowerCase()))
    return names.map(({ node, value }) => ({ name: `${source.path} ${value}`, place: placeOf(source, node) }))
  })
}

interface Declared {
  readonly node: SyntaxNode
  readonly value: string
}

const nameParts: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  Parameter: 'pat',
  FunctionDeclaration: 'identifier',
  TsInterfaceDeclaration: 'id',
  TsTypeAliasDeclaration: 'id',
  AssignmentPatternProperty: 'key',
  KeyValuePatternProperty: 'value',
  TsPropertySignature: 'key',
  TsMethodSignature: 'key',
  ArrowFunctionExpression: 'params',
}

function declaredIn(node: SyntaxNode): Declared[] {
  const part = nameParts[node.type]
  if (part === undefined) return []
  return [partOf(node, part)].flat().flatMap(name => {
    if (typeof name !== 'object' || name === null) return []
    const value = partOf(name, 'value')
    return typeof value === 'string' ? [{ node, value }] : []
  })
}

interface Prose {
  readonly place: string
  readonly text: string
}

function proseOf(file: TextFile): Prose[] {
  return file.path.endsWith('.md') ? paragraphsIn(file) : commentsIn(file)
}

function paragraphsIn({ path, text }: TextFile): Prose[] {
  let isCode = false
  return text.split('\n').flatMap((line, i) => {
    if (line.startsWith('```')) isCode = !isCode
    return isCode ? [] : [{ place: `${path}:${i + 1}`, text: line.replace(/`[^`]*`/g, '``') }]
  })
}

function commentsIn({ path, text }: TextFile): Prose[] {
  const comments = text.matchAll(/(?:^|(?<=\s))\/\*\*?[^\n]?[\s\S]*?\*\/|(?:^[ \t]*\/\/ .*\n)+|(?<=\S )\/\/ .*/gm)
  return [...comments].map(({ 0: comment, index }) => ({
    place: `${path}:${text.slice(0, index).split('\n').length}`,
    text: comment
      .replace(/^[ \t]*(?:\/\*+|\*\/|\*(?!\/)|\/\/)|\*\/$/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }))
}

/**
 * Returns the first string in each call of `describe` and `it`, with or without `each`, and the names of the cases in a
 * suite.
 */
function titlesIn(source: SourceFile): Prose[] {
  const isSuite = /(?:Cases|Suite)\.ts$/.test(source.path)
  return [...nodesIn(source.body)].flatMap(node => {
    const title = isSuite && node.type === 'KeyValueProperty' ? partOf(node, 'key') : titleOfCall(node)
    return isNode(title) && title.type === 'StringLiteral'
      ? [{ place: placeOf(source, title), text: String(partOf(title, 'value')) }]
      : []
  })
}

function titleOfCall(node: SyntaxNode): unknown {
  if (node.type !== 'CallExpression' || !isTestFunction(partOf(node, 'callee'))) return undefined
  const values = partOf(node, 'arguments') as readonly { readonly expression: unknown }[]
  return values.map(({ expression }) => expression).find(value => isNode(value) && value.type === 'StringLiteral')
}

/** Whether a call defines a test: `it`, `it.each(rows)` or `runner.it`. */
function isTestFunction(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee.type === 'Identifier') return testFunction.test(String(partOf(callee, 'value')))
  return ['callee', 'object', 'property'].some(name => isTestFunction(partOf(callee, name)))
}

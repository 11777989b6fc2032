import type { Offence, TextFile } from './offence.js'
import { placeOf } from './offence.js'
import { isTest } from './places.js'
import type { SourceFile } from './sourceFile.js'
import { nodesIn, partOf, type SyntaxNode } from './syntaxNodes.js'

/** A phrase to avoid, and the wording to use in its place (docs/phrases.json). */
export type BannedPhrases = Readonly<Record<string, string>>

const headless = /^(?:What|Who|Whoever|Whom|Those|Of)\b/
const participles = new Set(['asked', 'told', 'kept', 'found', 'given', 'made', 'seen'])

/** A comment names its subject: it does not begin with a relative clause in place of a noun. */
export function headlessOffences(files: readonly TextFile[]): Offence[] {
  return files.flatMap(file =>
    commentsIn(file)
      .filter(({ text }) => headless.test(text))
      .map(({ line, text }) => ({
        place: `${file.path}:${line}`,
        what: `begins with "${text.split(' ', 3).join(' ')}"`,
        why: 'a comment begins with the thing that it describes',
      })),
  )
}

/** Comments and documents use the common term instead of a paraphrase. */
export function phraseOffences(files: readonly TextFile[], banned: BannedPhrases): Offence[] {
  const phrases = Object.entries(banned).map(([phrase, better]) => ({
    pattern: new RegExp(`\\b${phrase}\\b`, 'i'),
    why: `write "${better}"`,
  }))
  return files.flatMap(file =>
    proseOf(file).flatMap(({ line, text }) =>
      phrases
        .map(({ pattern, why }) => ({ match: pattern.exec(text)?.[0], why }))
        .filter(({ match }) => match !== undefined)
        .map(({ match, why }) => ({ place: `${file.path}:${line}`, what: `says "${match}"`, why })),
    ),
  )
}

/** `path name` of each declaration that is named by a bare participle, which does not say what the value is. */
export function participleNames(sources: readonly SourceFile[]): { readonly name: string; readonly place: string }[] {
  return sources
    .filter(({ path }) => !isTest(path))
    .flatMap(source => {
      const names = [...nodesIn(source.body)].flatMap(declaredIn).filter(({ value }) => participles.has(value))
      return names.map(({ node, value }) => ({ name: `${source.path} ${value}`, place: placeOf(source, node) }))
    })
}

interface Declared {
  readonly node: SyntaxNode
  readonly value: string
}

/** Parts of syntax nodes that hold the declared name. */
const nameParts: Readonly<Record<string, string>> = {
  VariableDeclarator: 'id',
  Parameter: 'pat',
  FunctionDeclaration: 'identifier',
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
  readonly line: number
  readonly text: string
}

function proseOf(file: TextFile): Prose[] {
  return file.path.endsWith('.md') ? paragraphsIn(file) : commentsIn(file)
}

/** Lines of a document outside of code blocks, without inline code. */
function paragraphsIn({ text }: TextFile): Prose[] {
  let isCode = false
  return text.split('\n').flatMap((line, i) => {
    if (line.startsWith('```')) isCode = !isCode
    return isCode ? [] : [{ line: i + 1, text: line.replace(/`[^`]*`/g, '``') }]
  })
}

/** Block comments and runs of line comments, each with the line on which it begins. */
function commentsIn({ text }: TextFile): Prose[] {
  const comments = text.matchAll(/(?:^|(?<=\s))\/\*\*?[^\n]?[\s\S]*?\*\/|(?:^[ \t]*\/\/ .*\n)+|(?<=\S )\/\/ .*/gm)
  return [...comments].map(({ 0: comment, index }) => ({
    line: text.slice(0, index).split('\n').length,
    text: comment
      .replace(/^[ \t]*(?:\/\*+|\*\/|\*(?!\/)|\/\/)|\*\/$/gm, '')
      .replace(/\s+/g, ' ')
      .trim(),
  }))
}

import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Field } from '../fields/field.js'
import type { RegisteredType } from '../model/model.js'
import type { ContentNode } from '../node/node.js'
import { wordPieces } from '../query/words.js'
import type { SearchWords } from '../store/catalog.js'

/**
 * The maximum number of indexed characters per object after folding. Ordinary pages stay below this limit. The limit is
 * necessary because folding expands some ligatures into phrases.
 */
const maxCharacters = 1_000_000

export const noWords: SearchWords = { titleWords: [], descriptionWords: [], words: [] }

export const searchWords = async (node: ContentNode, type: RegisteredType, slice: TimeSlice): Promise<SearchWords> => ({
  titleWords: await wordsIn([textOf(node.fields.title)], slice),
  descriptionWords: await wordsIn([textOf(node.fields.description)], slice),
  words: await wordsIn(searchableTexts(node, type), slice),
})

async function wordsIn(texts: Iterable<string>, slice: TimeSlice): Promise<readonly string[]> {
  const words: string[] = []
  let remaining = maxCharacters
  for (const text of texts) {
    for (const piece of wordPieces(text)) {
      for (const word of piece) {
        remaining -= word.length
        if (remaining < 0) return words
        words.push(word)
      }
      if (slice.isOver()) await slice.next()
    }
  }
  return words
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '')

function* searchableTexts(node: ContentNode, type: RegisteredType): Generator<string> {
  for (const field of type.allFields) if (field.searchable) yield* textsOf(field, node.fields[field.name])
}

export function* textsOf(field: Field, value: JsonValue | undefined): Generator<string> {
  if (typeof value === 'string') yield value
  if (Array.isArray(value)) yield value.filter(item => typeof item === 'string').join('\n')
  if (!isJsonObject(value)) return
  if (field.kind === 'richText') yield plainText(textOf(value.data))
  if (field.kind === 'json') yield* textsOfBlocks(value)
}

const readableKeys = [
  'searchableText',
  'plaintext',
  'text',
  'title',
  'heading',
  'description',
  'html',
  'value',
  'data',
  'children',
  'columns',
  'items',
  'table',
  'rows',
  'cells',
  'blocks',
]

function* textsOfBlocks(blocks: JsonObject): Generator<string> {
  for (const block of Object.values(blocks)) yield* textsOfBlock(block)
}

function* textsOfBlock(value: JsonValue): Generator<string> {
  if (typeof value === 'string') yield plainText(value)
  else if (Array.isArray(value)) for (const item of value as readonly JsonValue[]) yield* textsOfBlock(item)
  else if (isJsonObject(value)) yield* textsOfObject(value)
}

function* textsOfObject(block: JsonObject): Generator<string> {
  if (typeof block.plaintext === 'string') {
    yield block.plaintext
    if (typeof block.searchableText === 'string') yield block.searchableText
    return
  }
  for (const key of readableKeys) {
    const part = block[key] ?? null
    if (key === 'blocks' && isJsonObject(part)) yield* textsOfBlocks(part)
    else yield* textsOfBlock(part)
  }
}

/** The elements that can occur inside a word, as in `H<sub>2</sub>O`. The tags of all other elements separate words. */
const inlineElements: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo code del em i ins mark q s small span strong sub sup u wbr'.split(' '),
)
const nameInTag = /^<\/?([a-z]{1,6})[\s>]/i
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
}

/**
 * Removes the tags from HTML and decodes its entities. Replaces named entities that are not in `entities` with spaces.
 * The running time is linear for every input (docs/content-and-access.md, HTML in fields).
 */
export const plainText = (html: string): string =>
  withoutTags(html).replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,32}));/gi,
    (_, decimal?: string, hex?: string, name = '') => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
      if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
      return Object.hasOwn(entities, name) ? (entities[name] ?? ' ') : ' '
    },
  )

/** Removes the tags from HTML. A `<` without a closing `>` is text. */
function withoutTags(html: string): string {
  const parts: string[] = []
  let position = 0
  for (;;) {
    const start = html.indexOf('<', position)
    const end = start < 0 ? -1 : html.indexOf('>', start)
    if (end < 0) break
    parts.push(html.slice(position, start), isInline(html.slice(start, Math.min(end + 1, start + 10))) ? '' : ' ')
    position = end + 1
  }
  return parts.join('') + html.slice(position)
}

function isInline(beginning: string): boolean {
  const name = nameInTag.exec(beginning)?.[1]
  return name !== undefined && inlineElements.has(name.toLowerCase())
}

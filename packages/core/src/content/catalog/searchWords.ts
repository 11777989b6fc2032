import { isJsonObject, type JsonObject, type JsonValue } from '../../foundation/json.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Field } from '../fields/field.js'
import type { RegisteredType } from '../model/model.js'
import type { ContentNode } from '../node/node.js'
import { wordPieces } from '../query/words.js'
import type { SearchWords } from '../store/catalog.js'
import { plainText } from './plainText.js'

/**
 * The maximum number of indexed characters of an object, counted after folding. The text of a 1 MiB page stays below
 * this. The limit protects against ligatures that folding expands to whole sentences.
 */
const maxCharacters = 1_000_000

export const noWords: SearchWords = { titleWords: [], descriptionWords: [], words: [] }

/** The words of an object for the text index. */
export async function searchWords(node: ContentNode, type: RegisteredType, slice: TimeSlice): Promise<SearchWords> {
  return {
    titleWords: await wordsIn([textOf(node.fields.title)], slice),
    descriptionWords: await wordsIn([textOf(node.fields.description)], slice),
    words: await wordsIn(searchableTexts(node, type), slice),
  }
}

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

/** Texts for readers in the value of a field, without markup. */
export function* textsOf(field: Field, value: JsonValue | undefined): Generator<string> {
  if (typeof value === 'string') yield value
  if (Array.isArray(value)) yield value.filter(item => typeof item === 'string').join('\n')
  if (!isJsonObject(value)) return
  if (field.kind === 'richText') yield plainText(textOf(value.data))
  if (field.kind === 'json') yield* textsOfBlocks(value)
}

/** The keys that contain text for readers, in blocks of Volto, of Draft.js and of add-ons. */
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

/** Blocks by id. Blocks can contain other blocks. */
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

import { isJsonObject, type JsonObject, type JsonValue } from '../../../foundation/json.js'
import { escapeHtml, type HtmlElement, type HtmlNode, parseHtml } from './htmlTree.js'
import { listIn, objectIn, stringIn } from './payloadValues.js'
import { slateHtml, slateOf, textOfSlate } from './slateHtml.js'

export type BlockFields = JsonObject & { readonly blocks: JsonObject; readonly blocks_layout: JsonObject }

interface StoredBlock {
  readonly id: string
  readonly block: JsonObject
}

const blocksIn = (value: JsonValue): readonly StoredBlock[] => {
  const { blocks, blocks_layout } = objectIn(value)
  return listIn(objectIn(blocks_layout).items).flatMap(item => {
    const id = stringIn(item)
    const block = Object.hasOwn(objectIn(blocks), id) ? objectIn(blocks)[id] : undefined
    return isJsonObject(block) ? [{ id, block }] : []
  })
}

/**
 * Returns the HTML in which a user can edit the blocks of a page. A text block becomes HTML elements, an image block
 * becomes an `img` element, and each other block becomes a `<div data-block="id">` element that contains the name of
 * the block.
 */
export const blocksHtml = (value: JsonValue): string => blocksIn(value).map(blockHtml).join('\n')

export const otherBlocks = (value: JsonValue): readonly string[] =>
  blocksIn(value)
    .filter(({ block }) => !isEditable(block))
    .map(({ block }) => nameOf(block))

const textHtml = (block: JsonObject): string | null => (block['@type'] === 'slate' ? slateHtml(block.value) : null)
const isImage = ({ '@type': type, url }: JsonObject): boolean => type === 'image' && typeof url === 'string'
const isEditable = (block: JsonObject): boolean => textHtml(block) !== null || isImage(block)

function blockHtml({ id, block }: StoredBlock): string {
  const text = textHtml(block)
  if (text !== null) return text
  const name = `data-block="${escapeHtml(id)}"`
  if (!isImage(block)) return `<div ${name}>${escapeHtml(nameOf(block))}</div>`
  return `<img ${name} src="${escapeHtml(stringIn(block.url))}" alt="${escapeHtml(stringIn(block.alt))}">`
}

const nameOf = (block: JsonObject): string => {
  const title = [block.title, block.headline].find(value => typeof value === 'string' && value !== '')
  return [stringIn(block['@type']), stringIn(title)].filter(Boolean).join(': ')
}

/** A part of edited HTML: a stored block that cannot be edited, an image, or a text element. */
type Part =
  | { readonly kind: 'stored'; readonly id: string }
  | { readonly kind: 'image'; readonly element: HtmlElement }
  | { readonly kind: 'text'; readonly element: JsonObject; readonly html: string }

/**
 * Returns the blocks that result from edited HTML. Blocks with unchanged text are returned unchanged. Blocks that
 * cannot be edited are never lost: if the HTML does not contain such a block, the block is inserted after the block
 * that preceded it. If the page had no blocks, a title block precedes the text.
 */
export function blocksOfHtml(html: string, stored: JsonValue): BlockFields {
  const before = blocksIn(stored)
  const parts = partsOf(parseHtml(html), new Map(before.map(({ id, block }) => [id, block])))
  const after = withoutLosses(matched(parts, before), before)
  const all = before.length === 0 && after.length > 0 ? [{ id: 'title', block: { '@type': 'title' } }, ...after] : after
  return {
    blocks: Object.fromEntries(all.map(({ id, block }) => [id, block])),
    blocks_layout: { ...objectIn(objectIn(stored).blocks_layout), items: all.map(({ id }) => id) },
  }
}

function partsOf(nodes: readonly HtmlNode[], stored: ReadonlyMap<string, JsonObject>): readonly Part[] {
  const parts: Part[] = []
  let text: HtmlNode[] = []
  const endText = (): void => {
    for (const element of slateOf(text)) parts.push({ kind: 'text', element, html: slateHtml([element]) ?? '' })
    text = []
  }
  for (const node of nodes) {
    const element = typeof node === 'string' ? null : (imageIn(node) ?? node)
    const id = element?.attributes.get('data-block')
    if (element?.tag === 'img') {
      endText()
      parts.push({ kind: 'image', element })
    } else if (id !== undefined && stored.has(id)) {
      endText()
      parts.push({ kind: 'stored', id })
    } else text.push(node)
  }
  endText()
  return parts
}

function imageIn({ tag, children }: HtmlElement): HtmlElement | null {
  const contents = children.filter(child => typeof child !== 'string' || child.trim() !== '')
  const [only] = contents
  return tag === 'p' && contents.length === 1 && typeof only === 'object' && only.tag === 'img' ? only : null
}

interface TextBlock extends StoredBlock {
  readonly elements: readonly string[]
}

/** The maximum number of stored blocks with the same first element that are compared with one part. */
const maxCandidates = 5

function matched(parts: readonly Part[], before: readonly StoredBlock[]): readonly StoredBlock[] {
  const used = new Set(parts.flatMap(part => (part.kind === 'stored' ? [part.id] : [])))
  const texts = before.flatMap(textBlock)
  const byFirst = new Map<string, TextBlock[]>()
  for (const text of texts) byFirst.set(text.elements[0] ?? '', [...(byFirst.get(text.elements[0] ?? '') ?? []), text])
  const slots: (StoredBlock | Part)[] = []
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]
    if (!part) continue
    const candidates = part.kind === 'text' ? (byFirst.get(part.html) ?? []) : []
    const unused = candidates.filter(({ id }) => !used.has(id)).slice(0, maxCandidates)
    const match = unused.find(({ elements }) => elements.every((html, k) => isText(parts[i + k], html)))
    slots.push(match ?? part)
    if (!match) continue
    used.add(match.id)
    i += match.elements.length - 1
  }
  return filled(slots, { before, texts: texts.filter(({ id }) => !used.has(id)) })
}

const isText = (part: Part | undefined, html: string): boolean => part?.kind === 'text' && part.html === html

function textBlock({ id, block }: StoredBlock): readonly TextBlock[] {
  const html = textHtml(block)
  return html === null ? [] : [{ id, block, elements: canonical(html) }]
}

/** Returns the HTML of each element in the form in which it would be saved. */
const canonical = (html: string): readonly string[] =>
  slateOf(parseHtml(html)).map(element => slateHtml([element]) ?? '')

interface Remaining {
  readonly before: readonly StoredBlock[]
  /** The stored text blocks that match no part. Their text is replaced with the changed parts, in order. */
  readonly texts: readonly StoredBlock[]
}

function filled(slots: readonly (StoredBlock | Part)[], { before, texts }: Remaining): readonly StoredBlock[] {
  const stored = new Map(before.map(({ id, block }) => [id, block]))
  const ids = new Set([...stored.keys(), 'title'])
  const rest = [...texts]
  const result: StoredBlock[] = []
  const taken = new Set<string>()
  const add = (entry: StoredBlock): void => {
    if (taken.has(entry.id)) return
    taken.add(entry.id)
    result.push(entry)
  }
  for (const slot of slots) {
    if ('block' in slot) add(slot)
    else if (slot.kind === 'stored') add({ id: slot.id, block: stored.get(slot.id) ?? {} })
    else if (slot.kind === 'image') {
      const block = imageBlock(slot.element, stored)
      if (block) add({ id: block.id ?? newId(ids), block: block.value })
    } else {
      const plaintext = textOfSlate([slot.element])
      if (plaintext.trim() === '') continue
      const replaced = rest.shift()
      const block = { ...replaced?.block, '@type': 'slate', plaintext, value: [slot.element] }
      add({ id: replaced?.id ?? newId(ids), block })
    }
  }
  return result
}

function imageBlock({ attributes }: HtmlElement, stored: ReadonlyMap<string, JsonObject>) {
  const id = attributes.get('data-block')
  const before = id === undefined ? undefined : stored.get(id)
  const url = attributes.get('src') ?? ''
  if (url === '') return null
  const alt = attributes.get('alt') ?? ''
  if (!before || !isImage(before)) return { id: undefined, value: { '@type': 'image', url, alt } }
  const isSame = before.url === url && stringIn(before.alt) === alt
  return { id, value: isSame ? before : { ...before, url, alt } }
}

function newId(ids: Set<string>): string {
  let number = ids.size
  while (ids.has(`block-${number}`)) number += 1
  ids.add(`block-${number}`)
  return `block-${number}`
}

/**
 * Inserts the stored blocks that cannot be edited and are missing from the HTML. Each of them is inserted after the
 * block that preceded it.
 */
function withoutLosses(after: readonly StoredBlock[], before: readonly StoredBlock[]): readonly StoredBlock[] {
  const result = [...after]
  const present = new Set(after.map(({ id }) => id))
  for (const [i, entry] of before.entries()) {
    if (isEditable(entry.block) || present.has(entry.id)) continue
    const predecessor = before[i - 1]?.id
    result.splice(result.findIndex(({ id }) => id === predecessor) + 1, 0, entry)
  }
  return result
}

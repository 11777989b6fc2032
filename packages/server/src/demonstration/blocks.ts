import type { JsonObject } from '@plenum/core'

export interface PageBlocks extends JsonObject {
  readonly blocks: JsonObject
  readonly blocks_layout: JsonObject
}

const heading: JsonObject = { '@type': 'title' }

const paragraph = (text: string): JsonObject => ({
  '@type': 'slate',
  plaintext: text,
  value: [{ type: 'p', children: [{ text }] }],
})

/**
 * The fields `blocks` and `blocks_layout` of a page in Volto's format: title, paragraphs of plain text, more blocks.
 */
export function pageBlocks(paragraphs: readonly string[], more: readonly JsonObject[]): PageBlocks {
  const all = [heading, ...paragraphs.map(paragraph), ...more]
  const blocks = Object.fromEntries(all.map((block, i) => [`block-${i + 1}`, block]))
  return { blocks, blocks_layout: { items: Object.keys(blocks) } }
}

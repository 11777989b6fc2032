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

/** The fields `blocks` and `blocks_layout` of a page in the format of Volto: the title, then plain paragraphs. */
export function pageBlocks(...paragraphs: readonly string[]): PageBlocks {
  const named = [heading, ...paragraphs.map(paragraph)].map((block, i): [string, JsonObject] => [
    `block-${i + 1}`,
    block,
  ])
  const blocks = Object.fromEntries(named)
  return { blocks, blocks_layout: { items: Object.keys(blocks) } }
}

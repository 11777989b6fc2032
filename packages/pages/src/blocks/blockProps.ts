import type { HtmlPage, JsonObject } from '@plenum/core'

/** What every kind of block is made of. */
export interface BlockProps {
  readonly page: HtmlPage
  /** What the block stands in: an object, or another block. */
  readonly content: JsonObject
  readonly block: JsonObject
  readonly id: string
  /** How many blocks are around it. */
  readonly depth: number
}

import type { JsonObject, PageOf } from '@plenum/core'
import type { BlockHolder } from './blockHolder.js'

/** What every kind of block is made of. */
export interface BlockProps {
  readonly page: PageOf<'object'>
  /** What the block stands in: an object, or another block. */
  readonly content: BlockHolder
  readonly block: JsonObject
  readonly id: string
  /** How many blocks are around it. */
  readonly depth: number
}

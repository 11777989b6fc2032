import type { JsonObject, PageOf } from '@plenum/core'
import type { BlockHolder } from './blockHolder.js'

/** The props of the components of all block types. */
export interface BlockProps {
  readonly page: PageOf<'object'>
  /** The object or the block that contains the block. */
  readonly content: BlockHolder
  readonly block: JsonObject
  readonly id: string
  /** The number of enclosing blocks. */
  readonly depth: number
}

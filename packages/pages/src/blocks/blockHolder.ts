import type { JsonObject, JsonValue } from '@plenum/core'
import { objectOf, textsOf } from '../reading/json.js'

/** An object or a block with blocks inside. */
export interface BlockHolder {
  readonly blocks?: JsonValue
  readonly blocks_layout?: JsonValue
}

/** Ids of its blocks, in their order. */
export const blockIds = ({ blocks_layout }: BlockHolder): readonly string[] => textsOf(objectOf(blocks_layout).items)

export const hasBlock = ({ blocks }: BlockHolder, id: string): boolean => Object.hasOwn(objectOf(blocks), id)

/** One of its blocks; empty for an unknown id. */
export const blockOf = ({ blocks }: BlockHolder, id: string): JsonObject => objectOf(objectOf(blocks)[id])

export const hasBlocks = (holder: BlockHolder): boolean => blockIds(holder).length > 0

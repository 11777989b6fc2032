import type { JsonObject, JsonValue } from '@plenum/core'
import { objectOf, textsOf } from '../reading/json.js'

export interface BlockHolder {
  readonly blocks?: JsonValue
  readonly blocks_layout?: JsonValue
}

export const blockIds = ({ blocks_layout }: BlockHolder): readonly string[] => textsOf(objectOf(blocks_layout).items)

export const hasBlock = ({ blocks }: BlockHolder, id: string): boolean => Object.hasOwn(objectOf(blocks), id)

export const blockOf = ({ blocks }: BlockHolder, id: string): JsonObject => objectOf(objectOf(blocks)[id])

export const hasBlocks = (holder: BlockHolder): boolean => blockIds(holder).length > 0

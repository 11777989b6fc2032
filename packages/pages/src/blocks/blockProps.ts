import type { JsonObject, PageOf } from '@plenum/core'
import type { BlockHolder } from './blockHolder.js'

export interface BlockProps {
  readonly page: PageOf<'object'>
  readonly content: BlockHolder
  readonly block: JsonObject
  readonly id: string
  readonly depth: number
}

import type { JsonObject, JsonValue } from '@plenum/core'
import { objectOf, objectsOf, textOf } from '../reading/json.js'

import { type BlockHolder, blockIds, blockOf } from './blockHolder.js'

export interface Heading {
  /** The `id` of the heading, which links to the heading contain as a fragment. */
  readonly anchor: string
  readonly text: string
  readonly level: number
}

function plainText(node: JsonValue | undefined, depth = 0): string {
  if (depth > 30) return ''
  const { text, children } = objectOf(node)
  if (children === undefined) return textOf(text)
  return objectsOf(children)
    .map(child => plainText(child, depth + 1))
    .join('')
}

export function anchorOf(node: JsonObject): string {
  const words =
    plainText(node)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  return `h-${words.slice(0, 12).join('-')}`
}

export function headingsOf(content: BlockHolder): readonly Heading[] {
  const values = blockIds(content).map(id => blockOf(content, id).value)
  return values.flatMap(objectsOf).flatMap(node => {
    const level = Number(/^h([2-6])$/.exec(textOf(node.type))?.[1])
    return level ? [{ anchor: anchorOf(node), text: plainText(node), level }] : []
  })
}

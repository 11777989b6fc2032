import type { JsonValue } from '@plenum/core'
import { textOf } from '../reading/json.js'

/** The heading of a block; renders nothing if the editor did not enter one. */
export function BlockHeading({ text }: { text: JsonValue | undefined }) {
  const heading = textOf(text)
  return heading === '' ? null : <h2>{heading}</h2>
}

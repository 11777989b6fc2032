import type { JsonValue } from '@plenum/core'
import { textOf } from '../reading/json.js'

/** Renders the heading of a block, or nothing if the editor has not entered a heading. */
export function BlockHeading({ text }: { text: JsonValue | undefined }) {
  const heading = textOf(text)
  return heading === '' ? null : <h2>{heading}</h2>
}

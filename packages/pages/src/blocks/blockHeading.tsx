import type { JsonValue } from '@plenum/core'
import { textOf } from '../reading/json.js'

/** The heading that an editor gave a block; nothing without one. */
export function BlockHeading({ text }: { text: JsonValue | undefined }) {
  const heading = textOf(text)
  return heading === '' ? null : <h2>{heading}</h2>
}

import type { JsonValue } from '@plenum/core'
import { textOf } from '../reading/json.js'

export function BlockHeading({ text }: { text: JsonValue | undefined }) {
  const heading = textOf(text)
  return heading === '' ? null : <h2>{heading}</h2>
}

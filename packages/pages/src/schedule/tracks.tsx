import type { JsonObject } from '@plenum/core'
import { objectsOf, textOf } from '../reading/json.js'

const colourForm = /^#[0-9a-f]{3,8}$/i

/** The colour of a track as the event has it, such as `#2b6cb0`; null for an unknown track. */
export function trackColour(event: JsonObject, token: string): string | null {
  const track = objectsOf(event.tracks).find(({ id }) => id === token)
  const colour = textOf(track?.color)
  return colourForm.test(colour) ? colour : null
}

/** A dot in the colour of a track. A picture, as a strict policy lets no attribute `style` through. */
export function trackDot(colour: string | null) {
  if (colour === null) return null
  return (
    <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="5" fill={colour} />
    </svg>
  )
}

import type { HtmlPage, JsonObject } from '@plenum/core'
import { objectOf, objectsOf, textOf } from '../reading/json.js'

const colourForm = /^#[0-9a-f]{3,8}$/i

/** The event that a page belongs to: its settings name tracks, colours and the time zone. */
export function eventOf({ more, answer }: HtmlPage): JsonObject {
  const candidates = [objectOf(more.event), objectOf(more.content), answer]
  return candidates.find(({ tracks }) => Array.isArray(tracks)) ?? {}
}

/** The colour of a track as the event has it, such as `#2b6cb0`; null for an unknown track. */
export function trackColour(event: JsonObject, token: string): string | null {
  const track = objectsOf(event.tracks).find(({ id }) => id === token)
  const colour = textOf(track?.color)
  return colourForm.test(colour) ? colour : null
}

// Colours stand in pictures, as a strict policy lets no attribute `style` through.

/** A dot in the colour of a track. */
export function trackDot(colour: string | null) {
  if (colour === null) return null
  return (
    <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="5" fill={colour} />
    </svg>
  )
}

/** A line along the edge of a tile. */
export function TrackStripe({ colour }: { colour: string }) {
  return (
    <svg class="stripe" aria-hidden="true">
      <rect width="100%" height="100%" fill={colour} />
    </svg>
  )
}

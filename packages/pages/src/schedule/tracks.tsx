import type { HtmlPage } from '@plenum/core'
import type { ContentPayload, EventRowPayload } from '@plenum/core/answers'
import { objectOn } from '../reading/object.js'

const colourForm = /^#[0-9a-f]{3,8}$/i

/** The event that a page belongs to: its settings name tracks, colours and the time zone. */
export function eventOf(page: HtmlPage): Partial<ContentPayload> {
  return [page.more.event, objectOn(page)].find(object => Array.isArray(object?.tracks)) ?? {}
}

/** What a track has whose colour nobody chose (docs/pages.md, Safety of pages, rule 4). */
const unchosen = '#000000'

/** For tracks without a colour of their own, by their place. Each can be seen on light and on dark pages. */
const palette = ['#2f7fb8', '#c2681f', '#3a8f5a', '#8a63c9', '#c24a6a', '#8c7a1f', '#3f8f9b', '#a0569b'] as const

/** An event, as far as its tracks matter. */
interface Tracked {
  readonly tracks?: readonly Pick<EventRowPayload, 'id' | 'title' | 'color'>[]
}

/** The colour of a track as the event has it, such as `#2b6cb0`, or one of ours; null for an unknown track. */
export function trackColour({ tracks = [] }: Tracked, token: string): string | null {
  const place = tracks.findIndex(({ id }) => id === token)
  if (place < 0) return null
  const colour = tracks[place]?.color ?? ''
  return colourForm.test(colour) && colour !== unchosen ? colour : (palette[place % palette.length] ?? null)
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

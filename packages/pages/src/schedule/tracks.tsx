import type { HtmlPage } from '@plenum/core'
import type { ContentPayload, EventRowPayload } from '@plenum/core/answers'
import { safeLink } from '../reading/links.js'
import { objectOn } from '../reading/object.js'

const colourForm = /^#[0-9a-f]{3,8}$/i

/** Returns the event of a page, which defines the tracks, their colors and the time zone. */
export function eventOf(page: HtmlPage): Partial<ContentPayload> {
  return [page.more.event, objectOn(page)].find(object => Array.isArray(object?.tracks)) ?? {}
}

/** Returns the URL of the event without a trailing slash, or null if the page does not belong to an event. */
export function eventAddress(page: HtmlPage): string | null {
  const address = safeLink(eventOf(page)['@id'] ?? '') ?? (page.more.site?.['plenum.is_event'] ? page.base : undefined)
  return address?.replace(/\/$/, '') ?? null
}

/** The stored color of a track for which no color has been chosen (docs/pages.md, Safety of pages, rule 4). */
const unsetColour = '#000000'

/** The default colors of tracks, by track index. Each color is visible on light and dark pages. */
const palette = ['#2f7fb8', '#c2681f', '#3a8f5a', '#8a63c9', '#c24a6a', '#8c7a1f', '#3f8f9b', '#a0569b'] as const

interface TrackSource {
  readonly tracks?: readonly Pick<EventRowPayload, 'id' | 'title' | 'color'>[]
}

/**
 * Returns the color of a track, for example `#2b6cb0`, or null for an unknown track. A track without a color gets a
 * color from `palette`.
 */
export function trackColour({ tracks = [] }: TrackSource, token: string): string | null {
  const index = tracks.findIndex(({ id }) => id === token)
  if (index < 0) return null
  const colour = tracks[index]?.color ?? ''
  return colourForm.test(colour) && colour !== unsetColour ? colour : (palette[index % palette.length] ?? null)
}

// The dot is an SVG element, because the content security policy forbids the `style` attribute.

export function trackDot(colour: string | null) {
  if (colour === null) return null
  return (
    <svg class="dot" viewBox="0 0 10 10" aria-hidden="true">
      <circle cx="5" cy="5" r="5" fill={colour} />
    </svg>
  )
}

export function TrackStripe({ colour }: { colour: string }) {
  return (
    <svg class="stripe" aria-hidden="true">
      <rect width="100%" height="100%" fill={colour} />
    </svg>
  )
}

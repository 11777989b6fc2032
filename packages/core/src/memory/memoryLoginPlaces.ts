import type { Instant } from '../foundation/instants.js'
import type { LoginPlaceUse } from '../people/userDirectory.js'

/** Login origins by digest. Copies of a site do not contain them. */
export type MemoryPlaces = Map<string, { readonly user: string; readonly time: Instant }>

export function keepPlace(places: MemoryPlaces, user: string, { place, time, since, most }: LoginPlaceUse): void {
  places.set(place, { user, time })
  const own = [...places].filter(([, kept]) => kept.user === user).sort(([, a], [, b]) => b.time - a.time)
  for (const [i, [name, kept]] of own.entries()) if (i >= most || kept.time < since) places.delete(name)
}

export function forgetPlaces(places: MemoryPlaces, user: string): void {
  for (const [name, kept] of places) if (kept.user === user) places.delete(name)
}

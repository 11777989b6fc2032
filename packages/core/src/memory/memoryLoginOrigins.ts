import type { Instant } from '../foundation/instants.js'
import type { LoginOriginUse } from '../people/userDirectory.js'

/** Login origins by digest. Copies of a site do not contain them. */
export type MemoryOrigins = Map<string, { readonly user: string; readonly time: Instant }>

export function storeOrigin(
  origins: MemoryOrigins,
  user: string,
  { origin, time, since, limit }: LoginOriginUse,
): void {
  origins.set(origin, { user, time })
  const ofUser = [...origins].filter(([, entry]) => entry.user === user).sort(([, a], [, b]) => b.time - a.time)
  for (const [i, [name, entry]] of ofUser.entries()) if (i >= limit || entry.time < since) origins.delete(name)
}

export function removeOrigins(origins: MemoryOrigins, user: string): void {
  for (const [name, entry] of origins) if (entry.user === user) origins.delete(name)
}

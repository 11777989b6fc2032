import type { PublishedProgramme, SessionKey } from '@plenum/core'

/** The minimum number of characters in an acronym, according to the schemas of schedule files. */
const minLength = 4

/** Converts a title to an acronym of 4 to 30 characters from `[a-z0-9_]`. */
export const acronymOf = (title: string): string =>
  (
    asciiOf(title)
      .replace(/[^a-z0-9]+/g, '')
      .slice(0, 30) || 'event'
  ).padEnd(minLength, '_')

/** Returns the slugs of sessions by UID, in the form `acronym-shortname`. Each slug is unique within the event. */
export function slugsOf({
  title,
  sessions,
}: Pick<PublishedProgramme, 'title' | 'sessions'>): ReadonlyMap<string, string> {
  const acronym = acronymOf(title)
  return uniqueSlugs(
    sessions,
    session => `${acronym}-${nameOf(session)}`,
    ({ uid }) => uid,
  )
}

function nameOf({ shortName }: SessionKey): string {
  const name = asciiOf(shortName).replace(/[^a-z0-9_-]+/g, '-')
  const [withoutEnd = 'session'] = /^.*[a-z0-9]/.exec(name) ?? []
  return withoutEnd.padStart(minLength, '0')
}

/**
 * Returns the slugs of tracks by title. A slug consists of a letter followed by at least one character from
 * `[a-z0-9-]`.
 */
export const trackSlugs = (tracks: PublishedProgramme['tracks']): ReadonlyMap<string, string> =>
  uniqueSlugs(
    tracks,
    ({ title }, i) => trackSlug(title) ?? `track-${i + 1}`,
    ({ title }) => title,
  )

function trackSlug(title: string): string | null {
  const slug = asciiOf(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^[\d-]+|-$/g, '')
  return slug.length < 2 ? null : slug
}

const asciiOf = (text: string): string => text.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '')

function uniqueSlugs<T>(items: readonly T[], slugOf: (item: T, i: number) => string, keyOf: (item: T) => string) {
  const used = new Set<string>()
  const slugs = new Map<string, string>()
  for (const [i, item] of items.entries()) {
    const key = keyOf(item)
    if (slugs.has(key)) continue
    const preferred = slugOf(item, i)
    let slug = preferred
    for (let number = 2; used.has(slug); number += 1) slug = `${preferred}-${number}`
    used.add(slug)
    slugs.set(key, slug)
  }
  return slugs
}

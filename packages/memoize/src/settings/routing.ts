import type { Route } from '../status/memoizeStatus.js'
import { matchesGlob, parseGlob } from './glob.js'
import type { MemoizeSettings } from './settings.js'

export interface Routing {
  readonly route: Route
  /** The reason why the values of the function remain in RAM, or null if the route is `shared`. */
  readonly reason: string | null
}

/**
 * Returns a function that determines the route of a function by its name. `exclude` takes precedence over `include`,
 * and an empty `include` matches all names (docs/caching.md, Routes, rule 2). Throws an Error if a pattern is invalid.
 */
export function routerFor({ include, exclude }: Pick<MemoizeSettings, 'include' | 'exclude'>) {
  const [included, excluded] = [include.map(readPattern), exclude.map(readPattern)]
  return (name: string): Routing => {
    const excluding = excluded.find(({ glob }) => matchesGlob(glob, name))
    if (excluding) return { route: 'ram-excluded', reason: `excluded by the pattern ${excluding.text}` }
    const isIncluded = included.length === 0 || included.some(({ glob }) => matchesGlob(glob, name))
    return isIncluded
      ? { route: 'shared', reason: null }
      : { route: 'ram-excluded', reason: 'not included by any pattern' }
  }
}

function readPattern(text: string) {
  const glob = parseGlob(text)
  if (typeof glob === 'string') throw new Error(`The pattern ${text} ${glob}.`)
  return { text, glob }
}

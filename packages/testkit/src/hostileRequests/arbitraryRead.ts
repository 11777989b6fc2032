import fc from 'fast-check'
import { arbitraryQuery } from './arbitraryQueries.js'
import { arbitraryPath, arbitraryPlace } from './arbitraryTargets.js'
import type { Grammar, GrammarRoute } from './grammar.js'

export function arbitraryRead(grammar: Grammar, route: GrammarRoute): fc.Arbitrary<string> {
  const hostility = 'none'
  return arbitraryPlace(grammar, route).chain(place =>
    fc
      .tuple(arbitraryPath(grammar, { route, place, hostility }), arbitraryQuery(grammar, { route, hostility }))
      .map(([path, query]) => (query === '' ? path : `${path}?${query}`)),
  )
}

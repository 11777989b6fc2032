import type { Field } from '@plenum/core'

/** A row of the table of routes, as far as requests are made from it. */
export interface GrammarRoute {
  readonly method: string
  /** `@name` of the service; null for the content itself. */
  readonly view: string | null
  /** What follows the name: certain segments, or `*` for any. */
  readonly segments: readonly string[]
  readonly optionalSegment: boolean
  readonly operation: string
}

export interface GrammarType {
  readonly id: string
  readonly fields: readonly Field[]
  /** Ids of the types that may be added to it. */
  readonly contains: readonly string[]
}

/** An object that there is. */
export interface Place {
  readonly path: string
  readonly type: string
  readonly uid: string
}

/** All that requests are made from. */
export interface Grammar {
  readonly routes: readonly GrammarRoute[]
  /** Views that only the root of the site has. */
  readonly viewsOfSite: ReadonlySet<string>
  readonly types: ReadonlyMap<string, GrammarType>
  readonly places: readonly Place[]
  /** Tokens by the name of their vocabulary. */
  readonly tokens: ReadonlyMap<string, readonly string[]>
  /** The first is a Manager. */
  readonly users: readonly string[]
  readonly password: string
}

/** Ids of users who come and go. */
export const guests = ['guest-a', 'guest-b', 'guest-c'] as const
/** Ids of groups that come and go. */
export const crews = ['crew-a', 'crew b', 'crew.c'] as const

/** The name of a route in reports. */
export const nameOf = ({ method, view, segments }: GrammarRoute): string =>
  `${method} ${[view ?? '', ...segments].join('/')}`

/** A request as it goes over the wire. */
export interface HostileRequest {
  /** The route that it was made for. */
  readonly route: string
  readonly method: string
  readonly target: string
  readonly bytes: Buffer
  /** Nothing in its lines or its length is wrong: an answer comes, and another request may follow. */
  readonly isWhole: boolean
}

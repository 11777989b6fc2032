import type { Field } from '@plenum/core'

/** The parts of a row of the route table from which requests are generated. */
export interface GrammarRoute {
  readonly method: string
  /** The `@name` of the service; null for the content itself. */
  readonly view: string | null
  /** The segments after the name; `*` means any segment. */
  readonly segments: readonly string[]
  readonly optionalSegment: boolean
  readonly operation: string
}

export interface GrammarType {
  readonly id: string
  readonly fields: readonly Field[]
  /** Ids of the types that can be added inside. */
  readonly contains: readonly string[]
}

/** An existing object. */
export interface Place {
  readonly path: string
  readonly type: string
  readonly uid: string
}

/** The data from which requests are generated. */
export interface Grammar {
  readonly routes: readonly GrammarRoute[]
  /** Views that exist only at the site root. */
  readonly viewsOfSite: ReadonlySet<string>
  readonly types: ReadonlyMap<string, GrammarType>
  /** The names of all control panels. */
  readonly panels: readonly string[]
  readonly places: readonly Place[]
  /** Tokens by vocabulary name. */
  readonly tokens: ReadonlyMap<string, readonly string[]>
  /** The first is a Manager. */
  readonly users: readonly string[]
  readonly password: string
  /** A visitor, and the Manager with a session. */
  readonly forms: readonly FormSender[]
}

/** A sender of page forms. */
export interface FormSender {
  /** The header `Cookie`. */
  readonly cookie: string
  /** The matching form token. */
  readonly token: string
}

/** Ids of users that requests create and delete. */
export const guests = ['guest-a', 'guest-b', 'guest-c'] as const
/** Ids of groups that requests create and delete. */
export const crews = ['crew-a', 'crew b', 'crew.c'] as const

/** Aliases that requests create and delete. */
export const aliasPaths = ['/alias-a', '/alias b/Über', '/attack/alias', '/a/b/c/d', '/alias%2fc'] as const

/** The name of a route in reports. */
export const nameOf = ({ method, view, segments }: GrammarRoute): string =>
  `${method} ${[view ?? '', ...segments].join('/')}`

/** A complete request in bytes. */
export interface HostileRequest {
  /** The name of the route of the request. */
  readonly route: string
  readonly method: string
  readonly target: string
  readonly bytes: Buffer
  /** True if its lines and length are correct, so that the connection can be reused. */
  readonly isWhole: boolean
  /** Whether it is a form, which is answered with a page. */
  readonly isForm?: boolean
  /** True for a form that must be refused, whatever its action: its token, origin or type is wrong. */
  readonly isRefused?: boolean
}

import type { Field } from '@plenum/core'

export interface GrammarRoute {
  readonly method: string
  /** The name of the service, including `@`, or null for the object itself. */
  readonly view: string | null
  /** The segments after the service name. `*` matches any segment. */
  readonly segments: readonly string[]
  readonly optionalSegment: boolean
  readonly operation: string
}

export interface GrammarType {
  readonly id: string
  readonly fields: readonly Field[]
  readonly contains: readonly string[]
}

export interface Place {
  readonly path: string
  readonly type: string
  readonly uid: string
}

export interface Grammar {
  readonly routes: readonly GrammarRoute[]
  /** The names of views that exist only at the site root. */
  readonly viewsOfSite: ReadonlySet<string>
  readonly types: ReadonlyMap<string, GrammarType>
  readonly panels: readonly string[]
  readonly places: readonly Place[]
  /** The tokens of the terms in each vocabulary, by vocabulary name. */
  readonly tokens: ReadonlyMap<string, readonly string[]>
  /** The names of the users. The first user is a Manager. */
  readonly users: readonly string[]
  readonly password: string
  readonly webhooks: readonly KnownWebhook[]
  readonly plans: readonly KnownPlan[]
  /** The senders of forms: a visitor, and a Manager who is logged in. */
  readonly forms: readonly FormSender[]
}

export interface KnownWebhook {
  readonly id: string
  readonly deliveries: readonly string[]
}

export interface KnownPlan {
  readonly path: string
  readonly id: string
}

export interface FormSender {
  readonly cookie: string
  readonly token: string
}

export const guests = ['guest-a', 'guest-b', 'guest-c'] as const
export const crews = ['crew-a', 'crew b', 'crew.c'] as const

export const aliasPaths = ['/alias-a', '/alias b/Über', '/attack/alias', '/a/b/c/d', '/alias%2fc'] as const

/** Returns the name of a route for reports. */
export const nameOf = ({ method, view, segments }: GrammarRoute): string =>
  `${method} ${[view ?? '', ...segments].join('/')}`

export interface HostileRequest {
  readonly route: string
  readonly method: string
  readonly target: string
  readonly bytes: Buffer
  /** Whether the lines and the length of the request are correct, so that the connection can be reused. */
  readonly isWhole: boolean
  readonly isForm?: boolean
  /** Whether the form must be refused because its token, origin or type is wrong. */
  readonly isRefused?: boolean
}

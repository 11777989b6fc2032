import type { JsonObject, JsonValue } from '@plenum/core'
import type { RoleSetting } from '@plenum/core/answers'

/** A path on the site, a URL below the site root, or a UID. */
type ObjectReference = string

/** A file in a JSON body. `encoding` specifies how `data` is encoded, for example with `base64`. */
export type SentFile = {
  readonly data: string
  readonly encoding: 'base64' | 'utf-8'
  readonly 'content-type'?: string
  readonly filename?: string
}

/** The user fields that a request can set. An empty string clears a field. */
type SentProfile = {
  readonly fullname?: string | null
  readonly description?: string | null
  readonly home_page?: string | null
  readonly location?: string | null
}

/** A condition of a querystring search: an index (`i`), an operation (`o`) and a value (`v`). */
export type QueryRow = { readonly i: string; readonly o: string; readonly v?: JsonValue }

type LockOptions = {
  /** The lifetime of the lock in seconds. */
  readonly timeout?: number
  readonly stealable?: boolean
}

type SentGroup = {
  readonly title?: string
  readonly description?: string
  readonly email?: string
  readonly roles?: readonly string[]
  readonly groups?: readonly string[]
}

/** The changes to a list of ids: true adds the id, and false removes it. */
type Flags = Readonly<Record<string, boolean>>

type SentWebhook = {
  readonly title?: string
  /** Whether sending messages is paused. */
  readonly paused?: boolean
  /** The ids of the content types whose changes are sent. If the list is empty, changes of all types are sent. */
  readonly types?: readonly string[]
  readonly workflows?: readonly string[]
  readonly path?: string
  readonly kinds?: readonly string[]
  readonly secret?: string
}

type SentAlias =
  | string
  | {
      readonly path: string
      readonly 'redirect-to'?: string
      readonly datetime?: string | null
      readonly manual?: boolean
    }

/**
 * The JSON bodies of requests, by route address. Null means that the route reads no body, and undeclared keys are
 * ignored. The code does not compile if a route with POST or PATCH has no row.
 */
export interface RouteBodies {
  POST: { readonly '@type': string } & JsonObject
  PATCH: JsonObject
  'POST @copy': { readonly source: ObjectReference | readonly ObjectReference[] }
  'POST @move': { readonly source: ObjectReference | readonly ObjectReference[] }
  'POST @lock': LockOptions
  'PATCH @lock': LockOptions
  'DELETE @lock': { readonly force?: boolean }
  'POST @querystring-search': {
    readonly query: readonly QueryRow[]
    readonly b_start?: number | string
    readonly b_size?: number | string
    readonly limit?: number | string
    readonly sort_on?: string | readonly string[] | null
    readonly sort_order?: string | readonly string[] | null
    readonly metadata_fields?: string | readonly string[]
    readonly fullobjects?: JsonValue
  }
  'POST @aliases': { readonly items: SentAlias | readonly SentAlias[] }
  'DELETE @aliases': { readonly items: SentAlias | readonly SentAlias[] }
  'POST @workflow/?': {
    readonly comment?: string
    /** The publication date, in ISO 8601 format. */
    readonly effective?: string | null
    readonly expires?: string | null
    /** Whether the transition also runs on all descendants of the object. */
    readonly include_children?: boolean
    /** The time at which the transition is to run (ISO 8601). If omitted, the transition runs immediately. */
    readonly at?: string
  }
  'PATCH @workflow-plans': { readonly paused: boolean }
  'POST @vote': { readonly option_id: number } | { readonly option_ids: readonly number[] }
  'POST @sharing': {
    readonly inherit?: boolean
    readonly entries?: readonly {
      readonly id: string
      readonly type?: 'user' | 'group'
      readonly roles: Readonly<Record<string, RoleSetting>>
    }[]
  }
  'PATCH @history': { readonly version: number | string }
  'POST @schedule-releases': { readonly name: string; readonly comment?: string }
  /** The function whose cached values are invalidated. If omitted, the values of all functions are invalidated. */
  'POST @sharedmemoize/invalidate': { readonly function?: string }
  'POST @users': SentProfile & {
    readonly username?: string
    readonly email?: string
    readonly password?: string
    readonly roles?: readonly string[]
    readonly sendPasswordReset?: boolean
  }
  'PATCH @users/*': SentProfile & {
    readonly email?: string
    readonly password?: string
    readonly old_password?: string
    readonly roles?: Flags
    readonly portrait?: SentFile | null
  }
  'POST @users/*/reset-password': {
    readonly old_password?: string
    readonly new_password?: string
    readonly reset_token?: string
  }
  'POST @login': { readonly login: string; readonly password: string }
  'POST @login-renew': null
  'POST @logout': null
  'POST @groups': SentGroup & { readonly groupname: string; readonly users?: readonly string[] | Flags }
  'PATCH @groups/*': SentGroup & { readonly users?: readonly string[] | Flags }
  /** The new values, by setting name. */
  'PATCH @controlpanels/*': JsonObject
  'POST @webhooks': SentWebhook & { readonly address: string }
  'PATCH @webhooks/*': SentWebhook & { readonly address?: string }
  'POST @webhooks/*/rotate': JsonObject
  'POST @webhooks/*/ping': JsonObject
  'POST @webhooks/*/deliveries/*/repeat': JsonObject
  'PATCH @outbox': { readonly paused: boolean }
  'POST @outbox/*/retry': JsonObject
  'POST @unsubscribe/*': null
}

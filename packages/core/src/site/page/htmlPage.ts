import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Translate } from '../../foundation/messages.js'
import type { Turn } from '../../foundation/turns.js'
import type { Member } from '../../security/caller.js'

/** The kind of page; `object` is the page of the content itself. */
export type PageView =
  | 'object'
  | 'schedule'
  | 'sponsors'
  | 'poll'
  | 'search'
  | 'history'
  | 'workflow'
  | 'sharing'
  | 'sharedmemoize'
  | 'login'
  | 'error'

/** The complete input of a page renderer. */
export interface HtmlPage {
  readonly view: PageView
  /**
   * The JSON answer of the same address; a list as `{items}`, an error as its body (`{type, message}` or `{error:
   * {type, message}}`). For the view `login` it is `{came_from}`, with `message` after a failed login.
   */
  readonly answer: JsonObject
  /** Answers of further operations; refused ones are omitted. */
  readonly more: PageParts
  readonly status: number
  /** Path of the object from the site root; `/` is the root. */
  readonly path: string
  /** URL of this page without its query. */
  readonly address: string
  /** URL of the site root, without a slash at its end. */
  readonly base: string
  /** The first value of each query parameter. */
  readonly query: ReadonlyMap<string, string>
  /** Null for visitors. */
  readonly caller: Pick<Member, 'id' | 'fullname' | 'roles'> | null
  /** Value of the hidden field `token` of forms; null if no form is accepted. A page with a token is not cacheable. */
  readonly formToken: string | null
  /** Tag of the language of `translate`. */
  readonly language: string
  readonly translate: Translate
  /** The result of the last form, as a sentence. */
  readonly notice: string | null
  /** URLs of the style sheet and of the script, an ES module. */
  readonly assets: { readonly style: string; readonly script: string }
}

/** Answers by the endpoint that gave them. */
export interface PageParts {
  /** `@site`, `@navigation`, `@breadcrumbs` and `@actions`: for every page that has an object. */
  readonly site?: JsonObject
  readonly navigation?: JsonObject
  readonly breadcrumbs?: JsonObject
  readonly actions?: JsonObject
  /** `@workflow`, for members: in all views except `search`, `login` and `error`. */
  readonly workflow?: JsonObject
  /** `@poll` of a poll: in the view `object`. */
  readonly poll?: JsonObject
  /** The object itself: in all views except `object`, `search`, `login` and `error`. */
  readonly content?: JsonObject
  /** `@workflow-definitions`: in the view `workflow`. */
  readonly definitions?: JsonObject
  /** `@history/{one}/@diff/{two}`: in the view `history` with the parameters `one` and `two`. */
  readonly diff?: JsonObject
  /** The event around the object: for sessions, presenters and blocks with a programme. */
  readonly event?: JsonObject
  /** `@schedule` and `@sponsors` of that event: for objects with blocks that show them. */
  readonly schedule?: JsonObject
  readonly sponsors?: JsonObject
  /** Results of listing blocks, by the id of the block: in the view `object`. */
  readonly listings?: Readonly<Record<string, JsonObject>>
  readonly [name: string]: JsonValue | undefined
}

/**
 * Renders a complete HTML document, a long one in several time slices. It must escape all text; rich text fields are
 * already sanitized.
 *
 * Forms are `POST {base}{path}/@@do/{action}`, form-encoded, with the hidden fields `token` (`formToken`) and
 * `came_from` (the redirect target: an address of this site, or a path from its root such as `/a/@poll`; by default the
 * object): `vote` with `option` (the id of an option, repeated for each choice); `move` with `transition` and
 * optionally `comment`; `revert` with `version`; `invalidate` with `function`, empty for all functions; `login` with
 * `login` and `password`; `logout`.
 */
export type HtmlRenderer = (page: HtmlPage, turn: Turn) => string | Promise<string>

/** Renders pages, and provides the files that they refer to as `assets`. */
export interface HtmlPages {
  readonly render: HtmlRenderer
  /** CSS. */
  readonly style: string
  /** An ES module. */
  readonly script: string
}

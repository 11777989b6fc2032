import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Translate } from '../../foundation/messages.js'
import type { Turn } from '../../foundation/turns.js'
import type { Member } from '../../security/caller.js'

/** What a page shows; `object` is the address of the content itself. */
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

/** All that an HTML page is made of. Whoever makes it reads nothing else. */
export interface HtmlPage {
  readonly view: PageView
  /**
   * What the same address answers as JSON, of a list `{items}`; of a refusal its body, `{type, message}` or
   * `{error: {type, message}}`. Of the view `login` it is `{came_from}`, with `message` after a login that failed.
   */
  readonly answer: JsonObject
  /** Answers of further operations; one that was refused is left out. */
  readonly more: PageParts
  readonly status: number
  /** Path of the object from the site root: `/` is the root. */
  readonly path: string
  /** URL of this page without its query. */
  readonly address: string
  /** URL of the site root, without a slash at its end. */
  readonly base: string
  /** The first value of each parameter of the address. */
  readonly query: ReadonlyMap<string, string>
  /** Null for visitors. */
  readonly caller: Pick<Member, 'id' | 'fullname' | 'roles'> | null
  /** For the hidden field `token` of forms; null where no form is taken. A page that has it is kept by no cache. */
  readonly formToken: string | null
  /** Tag of the language that `translate` words in. */
  readonly language: string
  readonly translate: Translate
  /** What the last form has done, as a sentence. */
  readonly notice: string | null
  /** Addresses of the style sheet and of the script, an ES module. */
  readonly assets: { readonly style: string; readonly script: string }
}

/** Answers by the operation that gave them, as its endpoint answers. */
export interface PageParts {
  /** `@site`, `@navigation`, `@breadcrumbs` and `@actions`: of every page that has an object. */
  readonly site?: JsonObject
  readonly navigation?: JsonObject
  readonly breadcrumbs?: JsonObject
  readonly actions?: JsonObject
  /** `@workflow`, for members: of all views but `search`, `login` and `error`. */
  readonly workflow?: JsonObject
  /** `@poll` of a poll: of the view `object`. */
  readonly poll?: JsonObject
  /** The object itself: of all views but `object`, `search`, `login` and `error`. */
  readonly content?: JsonObject
  /** `@workflow-definitions`: of the view `workflow`. */
  readonly definitions?: JsonObject
  /** `@history/{one}/@diff/{two}`: of the view `history` with the parameters `one` and `two`. */
  readonly diff?: JsonObject
  /** The event around the object: of sessions, presenters and blocks with a programme. */
  readonly event?: JsonObject
  /** `@schedule` and `@sponsors` of that event: of objects with blocks that show them. */
  readonly schedule?: JsonObject
  readonly sponsors?: JsonObject
  /** What blocks with a query list, by the id of the block: of the view `object`. */
  readonly listings?: Readonly<Record<string, JsonObject>>
  readonly [name: string]: JsonValue | undefined
}

/**
 * Makes the HTML of a page: a whole document, a long one in turns. It escapes all that is text; what fields of rich text hold is clean already.
 *
 * Forms are `POST {base}{path}/@@do/{action}`, form-encoded, with the hidden fields `token` (`formToken`) and
 * `came_from` (where to go afterwards: an address of this site, or a path from its root such as `/a/@poll`; else to the
 * object): `vote` with `option` (the id of an option, once for each that is picked); `move` with `transition` and,
 * where wanted, `comment`; `revert` with `version`; `invalidate` with `function`, empty for all functions; `login` with
 * `login` and `password`; `logout`.
 */
export type HtmlRenderer = (page: HtmlPage, turn: Turn) => string | Promise<string>

/** What makes pages, and the files that they refer to as `assets`. */
export interface HtmlPages {
  readonly render: HtmlRenderer
  /** CSS. */
  readonly style: string
  /** An ES module. */
  readonly script: string
}

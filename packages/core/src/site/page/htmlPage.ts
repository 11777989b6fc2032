import type { ListingPayload } from '../../answers/batches.js'
import type { ActionsPayload, BreadcrumbsPayload, NavigationPayload } from '../../answers/components.js'
import type { ContentPayload, ListedItem } from '../../answers/content.js'
import type { DifferencesPayload, HistoryEntry } from '../../answers/history.js'
import type { MemoizeStatus } from '../../answers/memoize.js'
import type { PollPayload } from '../../answers/poll.js'
import type { RefusalPayload } from '../../answers/refusal.js'
import type { SchedulePayload } from '../../answers/schedule.js'
import type { SharingPayload } from '../../answers/sharing.js'
import type { SitePayload } from '../../answers/site.js'
import type { SponsorsPayload } from '../../answers/sponsors.js'
import type { WorkflowDefinitionsPayload, WorkflowPayload, WorklistsPayload } from '../../answers/workflow.js'
import type { Translate } from '../../foundation/messages.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Member } from '../../security/caller.js'

/** The answer that a page of each view shows: the payload that its address sends as JSON. */
export interface PageAnswers {
  /** The page of the content itself. */
  readonly object: ContentPayload
  readonly schedule: SchedulePayload
  readonly sponsors: SponsorsPayload
  readonly poll: PollPayload
  readonly search: ListingPayload<ListedItem>
  /** The list of `@history` as `items`. */
  readonly history: { readonly items: readonly HistoryEntry[] }
  readonly workflow: WorkflowPayload
  readonly worklists: WorklistsPayload
  readonly sharing: SharingPayload
  readonly sharedmemoize: MemoizeStatus
  /** `came_from` is the address to return to; `message` says why a login failed. */
  readonly login: { readonly came_from?: string; readonly message?: string }
  readonly error: RefusalPayload
}

export type PageView = keyof PageAnswers

/** The complete input of a page renderer: a union by `view`, each member with the type of its answer. */
export type HtmlPage = PageOf<PageView>

/** A page of some views. */
export type PageOf<View extends PageView> = View extends PageView
  ? PageFrame & { readonly view: View; readonly answer: PageAnswers[View] }
  : never

/** The data that pages of all views have. */
interface PageFrame {
  /** Answers of further operations; refused ones are omitted. */
  readonly more: PageParts
  readonly status: number
  /**
   * Path of the object from the site root; `/` is the root. A default page may be shown at the `address` of its
   * container.
   */
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
  readonly site?: SitePayload
  readonly navigation?: NavigationPayload
  readonly breadcrumbs?: BreadcrumbsPayload
  readonly actions?: ActionsPayload
  /** `@workflow`, for members: in all views except `search`, `login` and `error`. */
  readonly workflow?: WorkflowPayload
  /** `@poll` of a poll: in the view `object`. */
  readonly poll?: PollPayload
  /** The object itself: in all views except `object`, `search`, `login` and `error`. */
  readonly content?: ContentPayload
  /** `@workflow-definitions`: in the view `workflow`. */
  readonly definitions?: WorkflowDefinitionsPayload
  /** `@history/{one}/@diff/{two}`: in the view `history` with the parameters `one` and `two`. */
  readonly diff?: DifferencesPayload
  /** The event around the object: for sessions, presenters and blocks with a programme. */
  readonly event?: ContentPayload
  /** `@schedule` and `@sponsors` of that event: for objects with blocks that show them. */
  readonly schedule?: SchedulePayload
  readonly sponsors?: SponsorsPayload
  /** Results of listing blocks, by the id of the block: in the view `object`. */
  readonly listings?: Readonly<Record<string, ListingPayload<ListedItem>>>
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
export type HtmlRenderer = (page: HtmlPage, slice: TimeSlice) => string | Promise<string>

/** Renders pages, and provides the files that they refer to as `assets`. */
export interface HtmlPages {
  readonly render: HtmlRenderer
  /** CSS. */
  readonly style: string
  /** An ES module. */
  readonly script: string
}

import type { MemoizeStatus } from '@plenum/memoize'
import type { AuditPayload } from '../../answers/audit.js'
import type { ListingPayload } from '../../answers/batches.js'
import type { ContentPayload, ListedItem } from '../../answers/content.js'
import type { DeskConflictPayload, DeskPayload } from '../../answers/desk.js'
import type { ContentFormPayload, DeleteFormPayload } from '../../answers/formControls.js'
import type { HistoryEntry } from '../../answers/history.js'
import type { OutboxPayload, UnsubscribePayload } from '../../answers/outbox.js'
import type {
  GroupPagePayload,
  GroupsPagePayload,
  NewPrincipalPayload,
  UserPagePayload,
  UsersPagePayload,
} from '../../answers/peoplePages.js'
import type { PollPayload } from '../../answers/poll.js'
import type { ProgrammeImportPage } from '../../answers/programmeImport.js'
import type { RefusalPayload } from '../../answers/refusal.js'
import type {
  NowPayload,
  ScheduleConflictsPayload,
  ScheduleDifferencesPayload,
  SchedulePayload,
  ScheduleReleasesPayload,
} from '../../answers/schedule.js'
import type { PanelPagePayload, SettingsPagePayload, SetupPayload } from '../../answers/settingsPages.js'
import type { SharingPayload } from '../../answers/sharing.js'
import type { SponsorsPayload } from '../../answers/sponsors.js'
import type { DeliveriesPayload, WebhooksPayload } from '../../answers/webhooks.js'
import type { WorkflowPayload, WorklistsPayload } from '../../answers/workflow.js'
import type { Translate } from '../../foundation/messages.js'
import type { TimeSlice } from '../../foundation/scheduler.js'
import type { Member } from '../../security/caller.js'
import type { PageParts } from './pageParts.js'

/** The payloads of pages, by view. Each payload equals the JSON payload of the same URL. */
export interface PageAnswers {
  readonly object: ContentPayload
  readonly schedule: SchedulePayload
  readonly now: NowPayload
  readonly desk: DeskPayload
  /** A move on the programme desk that was refused because the slot had been changed after the desk was shown. */
  readonly deskConflict: DeskConflictPayload
  readonly conflicts: ScheduleConflictsPayload
  readonly releases: ScheduleReleasesPayload
  readonly releaseDifferences: ScheduleDifferencesPayload
  readonly sponsors: SponsorsPayload
  readonly poll: PollPayload
  readonly search: ListingPayload<ListedItem>
  readonly history: { readonly items: readonly HistoryEntry[] }
  readonly workflow: WorkflowPayload
  readonly worklists: WorklistsPayload
  readonly sharing: SharingPayload
  readonly sharedmemoize: MemoizeStatus
  readonly audit: AuditPayload
  readonly webhooks: WebhooksPayload
  readonly deliveries: DeliveriesPayload
  readonly outbox: OutboxPayload
  readonly unsubscribe: UnsubscribePayload
  /**
   * The login form. `came_from` is the page to which the user returns after the login, `message` is the reason why a
   * login failed, and `unsaved` contains the values of a form that is shown again after the login, as JSON.
   */
  readonly login: { readonly came_from?: string; readonly message?: string; readonly unsaved?: string }
  /**
   * The form that sets a password. `token` and `user` come from the link in an email. If `token` is null, the form
   * requests such a link. `message` is the reason why the last attempt failed.
   */
  readonly password: { readonly token: string | null; readonly user: string; readonly message?: string }
  /** A webhook's new secret, which is shown only once. */
  readonly secret: { readonly address: string; readonly secret: string }
  readonly settings: SettingsPagePayload
  readonly panel: PanelPagePayload & Refused
  readonly setup: SetupPayload & Refused
  readonly importProgramme: ProgrammeImportPage
  readonly users: UsersPagePayload
  /**
   * A user and the forms that change the user. `problems` contains the reasons why the profile form was refused, and
   * `password_problems` the reasons why the password form was refused.
   */
  readonly user: UserPagePayload & Refused & { readonly password_problems?: readonly string[] }
  readonly invite: NewPrincipalPayload & Refused
  readonly groups: GroupsPagePayload
  readonly group: GroupPagePayload & Refused
  readonly addGroup: NewPrincipalPayload & Refused
  readonly add: FormAnswer
  readonly edit: FormAnswer
  readonly delete: DeleteAnswer
  readonly error: RefusalPayload
}

type Refused = { readonly problems?: readonly string[] }

export type FormAnswer = {
  readonly form: ContentFormPayload
  /** The name of the control that a button has changed, for example by adding a row. */
  readonly changed?: string
  /**
   * The conflict with another editor, who has changed the object since the form was opened (`changed`), or is currently
   * editing the object (`locked`).
   */
  readonly conflict?: 'changed' | 'locked'
  /** The reasons why the form was refused, which are omitted before the form is submitted. */
  readonly problems?: readonly string[]
}

export type DeleteAnswer = {
  readonly form: DeleteFormPayload
  /** The reasons why the deletion was refused, which are omitted before the form is submitted. */
  readonly problems?: readonly string[]
}

export type PageView = keyof PageAnswers

/** The input of a page renderer. `view` determines the type of the payload. */
export type HtmlPage = PageOf<PageView>

export type PageOf<View extends PageView> = View extends PageView
  ? PageFrame & { readonly view: View; readonly answer: PageAnswers[View] }
  : never

interface PageFrame {
  /** The payloads of additional operations. Payloads that the caller may not read are omitted. */
  readonly more: PageParts
  readonly status: number
  /**
   * The path of the object, such as `/` for the site root. If the object is a default page, `address` may be the URL of
   * its container.
   */
  readonly path: string
  readonly address: string
  /** The URL of the site root, without a trailing slash. */
  readonly base: string
  /** The query parameters. If a parameter is repeated, only its first value is included. */
  readonly query: ReadonlyMap<string, string>
  readonly caller: Pick<Member, 'id' | 'fullname' | 'roles'> | null
  /**
   * The value of the hidden form field `token`, or null if the page accepts no forms. A page with a token must not be
   * cached.
   */
  readonly formToken: string | null
  readonly language: string
  readonly translate: Translate
  readonly returnTo: string | null
  /** The result of the last form submission: the id of a message, and its text in the language of the page. */
  readonly notice: { readonly id: string; readonly text: string } | null
  /** The URLs of the style sheet and the script (an ES module), and the URLs of `HtmlPages.extras` by name. */
  readonly assets: PageFiles & {
    readonly extras?: Readonly<Record<string, PageFiles>>
    /**
     * The URL prefix of the files for an accent color, to which `0b5f6b.css` or `0b5f6b.svg` is appended. The property
     * is omitted if the renderer does not support accent colors.
     */
    readonly accent?: string
  }
}

/**
 * Renders a complete HTML document, in several time slices if it is long. The renderer must escape all strings except
 * the values of rich-text fields, which are already sanitized.
 *
 * A form must be sent as a form-encoded `POST {base}{path}/@@do/{action}` with the hidden fields `token` (the value of
 * `formToken`) and `came_from` (the redirect target: a URL on this site, or a path from its root such as `/a/@poll`, by
 * default the object). The other fields depend on the action:
 * - workflow: `vote` with `option` (an id, one per choice); `move` with `transition` and optionally `comment`;
 *   `plan` with the same fields, `at` (a local time), `zone` and optionally `workflow`; `cancel` with `plan` (an id)
 * - content: `add` with `type`, `edit` with `revision`, both with the controls by name (see `FormControl`);
 *   `delete` with `revision` and `contents` (the number of descendants); `revert` with `version`; `share` with `was`,
 *   `grant` and `other` (repeated, such as `user:ada:Editor`), `inherited` and `inherit`
 * - events: `moveSlot` with `undo`, or with `revision`, `day`, `time`, `minutes`, `room` and optionally `unscheduled`;
 *   `importProgramme` with `step` and the controls (docs/pages.md, Forms); `release` with `name` and `comment`
 * - people: `login` with `login` and `password`; `logout`; `unsubscribe` with `link` (the token); the other forms with
 *   `user` or `group` and the controls (docs/pages.md, Forms)
 * - service: `addWebhook` with `address`, `title`, `path` and `kind` (repeated); `webhook` with `webhook` (an id) and
 *   `paused` (`true` or `false`); `rotate`, `removeWebhook` and `ping` with `webhook`; `repeat` with `webhook` and
 *   `delivery` (ids); `mails` with `paused`; `retryMail` with `mail` (an id); `invalidate` with `function` (or empty)
 */
export type HtmlRenderer = (page: HtmlPage, slice: TimeSlice) => string | Promise<string>

interface PageFiles {
  readonly style: string
  readonly script: string
}

/** A page renderer, and the files to which pages refer as `assets`. */
export interface HtmlPages extends PageFiles {
  readonly render: HtmlRenderer
  /** Additional files for certain views, such as the files of an editor. The keys consist of letters. */
  readonly extras?: Readonly<Record<string, PageFiles>>
  /** The fonts by file name. The file names contain a digest, and style sheets refer to them. */
  readonly fonts?: Readonly<Record<string, Uint8Array>>
  /** Creates the style sheet and the icon for an accent color, such as `0b5f6b`. */
  readonly accent?: (color: string) => AccentFiles
  /** Loads the style sheet and the script (an ES module) of the viewer at `/@docs`, when they are first requested. */
  readonly apiViewer?: () => Promise<Readonly<Record<keyof PageFiles, Uint8Array>>>
}

export interface AccentFiles {
  readonly css: string
  readonly svg: string
}

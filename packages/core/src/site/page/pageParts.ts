import type { ListingPayload } from '../../answers/batches.js'
import type { ActionsPayload, AddableType, BreadcrumbsPayload, NavigationPayload } from '../../answers/components.js'
import type { ContentPayload, ListedItem } from '../../answers/content.js'
import type { DifferencesPayload } from '../../answers/history.js'
import type { PollPayload } from '../../answers/poll.js'
import type { SchedulePayload, Slot } from '../../answers/schedule.js'
import type { SitePayload } from '../../answers/site.js'
import type { SponsorsPayload } from '../../answers/sponsors.js'
import type { WorkflowDefinitionsPayload, WorkflowPayload, WorkflowPlansPayload } from '../../answers/workflow.js'

/** The data that a page shows in addition to `answer`. Each comment lists the views that include the data. */
export interface PageParts {
  /**
   * The responses to `@site`, `@navigation`, `@breadcrumbs` and `@actions`, which are included on every page of an
   * object.
   */
  readonly site?: SitePayload
  readonly navigation?: NavigationPayload
  readonly breadcrumbs?: BreadcrumbsPayload
  readonly actions?: ActionsPayload
  /** The response to `@workflow`, which is included for members in all views except `search`, `login` and `error`. */
  readonly workflow?: WorkflowPayload
  /** The response to `@types`, which is included for members in the view `object`. */
  readonly types?: readonly AddableType[]
  /** The response to `@poll`, which is included for polls in the views `object` and `workflow`. */
  readonly poll?: PollPayload
  /**
   * True if the visitor's cookie belongs to a recorded voter. This property is included for polls in the views `object`
   * and `poll`.
   */
  readonly hasVoted?: true
  /**
   * True if visitors may not view the object. This property is included for members in all views except `search`,
   * `login` and `error`.
   */
  readonly isHidden?: true
  /** The payload of the object, which is included in all views except `object`, `search`, `login` and `error`. */
  readonly content?: ContentPayload
  /** The response to `@workflow-definitions`, which is included in the view `workflow`. */
  readonly definitions?: WorkflowDefinitionsPayload
  /** The response to `@workflow-plans`, which is included in the view `workflow`. */
  readonly plans?: WorkflowPlansPayload
  /**
   * The response to `@history/{one}/@diff/{two}`, which is included in the view `history` with these two parameters.
   */
  readonly diff?: DifferencesPayload
  /**
   * The event of the object, which is included for sessions, presenters, and objects with blocks that show a schedule.
   */
  readonly event?: ContentPayload
  /**
   * The responses to `@schedule` and `@sponsors` of the event, which are included for objects with blocks that show
   * them.
   */
  readonly schedule?: SchedulePayload
  readonly sponsors?: SponsorsPayload
  /**
   * The URL of the container that presents the schedule or the sponsors of the event. The URL is included in the views
   * `schedule` and `sponsors`, and for this container also in the view `object`.
   */
  readonly presentedAt?: string
  /** The next sessions in the schedule, at most six, which are included for events in the view `object`. */
  readonly upcoming?: readonly Slot[]
  /** The results of listing blocks by block id, which are included in the view `object`. */
  readonly listings?: Readonly<Record<string, ListingPayload<ListedItem>>>
}

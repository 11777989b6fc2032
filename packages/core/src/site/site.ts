import type { FeedItem } from '../changeFeed/events.js'
import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'
import type { Scheduler } from '../foundation/scheduler.js'
import type { User } from '../people/userDirectory.js'
import type { Part } from '../portable/wholeStore.js'
import type { Caller, Member } from '../security/caller.js'
import type { KnownOrigins, LoginLimiter } from '../security/loginLimits.js'
import type { ImportOutcome } from './admin/incoming/importContent.js'
import type { ContentImport } from './admin/incoming/incomingSite.js'
import type { NewSite } from './admin/initializeSite.js'
import type { CallerOptions } from './as/callerOptions.js'
import type { CallerMethods } from './as/methods.js'
import type { ChangesOptions } from './changes/readChanges.js'
import type { SubscriberStatus } from './changes/subscribers.js'
import type { ExamineOptions } from './doctor/examineSite.js'
import type { MailQueue } from './mails/mailQueue.js'
import type { AnswerOf, InputOf, OperationName } from './operations.js'
import type { NoOperations, OwnMethods, OwnOperationDescription, OwnOperations } from './own/ownOperation.js'
import type { NameAndPassword } from './people/authenticate.js'
import type { FollowedLogin } from './people/loginCache.js'
import type { SiteCopy } from './portable/backupSite.js'
import type { OutgoingSite } from './portable/outgoingSite.js'
import type { SiteState } from './run/environment.js'
import type { LanguageSettings } from './run/languageSettings.js'
import type { OperationRequest } from './run/operation.js'
import type { DueOptions, DueRun } from './transition/runDue.js'
import type { WebhookQueue } from './webhooks/webhookQueue.js'

/**
 * A content site, for an adapter or for an application that embeds core. `Own` are the operations of the application,
 * and `Action` are the ids of the transitions.
 */
export interface Site<Own extends OwnOperations = NoOperations, Action extends string = string> {
  /**
   * Returns the operations of the site as methods for one caller, by area. A method takes the path of the object,
   * unless the operation concerns the site, followed by the input. If an operation is refused, nothing is written and
   * the promise rejects with a DomainError.
   *
   * @example
   * const ana = site.as(await site.member('ana'), { baseUrl: 'https://garden.example', language: 'de' })
   * const { path } = await ana.content.create('/', { '@type': 'Document', title: 'Compost' })
   * await ana.content.transition(path, 'publish')
   */
  as(caller: Caller, options?: CallerOptions): CallerMethods<Action> & OwnMethods<Own>
  /** Runs an operation. If the operation is refused, throws a DomainError and writes nothing. */
  run<N extends OperationName>(name: N, request: OperationRequest<InputOf<N>>): Promise<AnswerOf<N>>
  /**
   * Runs an operation of the application by its name, such as `recipes.serve`. In all other respects, it is equivalent
   * to `run`.
   */
  runOwn(name: string, request: OperationRequest<unknown>): Promise<unknown>
  /** The descriptions of the application's operations, for example for an API description. */
  readonly ownOperations: readonly OwnOperationDescription[]
  /**
   * Performs the checks that `run` performs before it reads the input. Throws if the object or the operation does not
   * exist, or if the caller is not allowed to run the operation.
   */
  admit(name: string, request: Omit<OperationRequest<unknown>, 'input'>): Promise<void>
  /** Returns the current time of the site's clock. */
  now(): Instant
  /** The scheduler for all long tasks in the process. */
  readonly scheduler: Scheduler
  /**
   * Returns the member with the given name and password, or null if either is wrong. Throws a DomainError
   * `unauthorized` if the password is too long, a DomainError `busy` if too many password checks are queued, and the
   * errors of `limiter`.
   */
  authenticate(name: string, password: string, limiter?: LoginLimiter): Promise<Member | null>
  /** The login names and networks of previous successful logins, for limiters of failed logins. */
  readonly loginPlaces: KnownOrigins
  /** Returns the member to whom this site issued the token, or null if the token is invalid or no longer valid. */
  memberWithToken(token: string): Promise<Member | null>
  /**
   * Returns the member whom this process identified earlier by the same credentials, or null if the credentials must be
   * checked, because a user or a group may have changed since. `state` is the current state of the site.
   */
  cachedMember(login: NameAndPassword | { readonly token: string }, state: SiteState): Member | null
  /**
   * Returns a function that checks a login again on each call, for connections that remain open. The function returns
   * null after the logout, a password change or the deletion of the user. Call `follow` immediately after the login has
   * been checked.
   */
  follow(login: NameAndPassword | { readonly token: string }): FollowedLogin
  /** Returns the state of the site. Its stamps change with every write (see `SiteState`). */
  state(): Promise<SiteState>
  /** Returns the member with the given name without a password check, or null if no such user exists. */
  member(name: string): Promise<Member | null>
  /** Creates a user without a permission check. Throws the same errors as the operation `addUser`. */
  createUser(body: JsonObject): Promise<User>
  /**
   * Creates the site root if necessary and migrates data from earlier versions. Returns true if it created the site
   * root. Call this method before any operation. You can call it again after an interruption.
   */
  initialize(root: NewSite): Promise<boolean>
  /**
   * Whether `initialize` must be called, because the site root is missing or the stored data are from an earlier
   * version.
   */
  needsInitializing(): Promise<boolean>
  /** Calls `task` with a consistent copy of all stored data (see `SiteCopy`). */
  backup<T>(task: (copy: SiteCopy) => Promise<T>): Promise<T>
  /** Restores a copy into empty stores in one transaction. Call this method before any operation. */
  restore(parts: AsyncIterable<Part>): Promise<void>
  /** Imports the content of another system in one transaction (see `ContentImport`). */
  importContent(request: ContentImport): Promise<ImportOutcome>
  /** Calls `task` with a consistent view of the site, for an export to another system (see `OutgoingSite`). */
  exportContent<T>(task: (site: OutgoingSite) => Promise<T>): Promise<T>
  /** Checks all stored data for inconsistencies, in one snapshot and without writing. */
  examine(options: ExamineOptions): Promise<void>
  /** Recomputes inconsistent derived data (see `isRepairable`). */
  repair(): Promise<void>
  /**
   * Erases about 1 MiB of deleted files, and returns whether more may remain. Call it repeatedly, as
   * `eraseDeletedFiles` in @plenum/platform does. Payloads and backups omit deleted files immediately, but the bytes
   * remain on disk until they are erased.
   */
  eraseFiles(): Promise<boolean>
  /**
   * Indexes the occurrences of recurring events up to ten years ahead, at most once a month. Call this method daily. It
   * stops early if `signal` is aborted.
   */
  extendRecurringEvents(signal?: { readonly aborted: boolean }): Promise<void>
  /**
   * Yields the events of the change feed, oldest first, without a permission check (docs/embedding.md, Changes). The
   * iteration ends after the newest event. To continue later, pass the `cursor` of the last event as `since`. Throws a
   * DomainError `changes-expired` if `since` is older than the retention period or from another database.
   *
   * @example
   * for await (const event of site.changes({ since: lastCursor })) {
   *   await index(event)
   *   lastCursor = event.cursor
   * }
   */
  changes(options?: ChangesOptions): AsyncIterable<FeedItem>
  /** The names of the application's subscribers to the change feed. */
  readonly changeSubscribers: readonly string[]
  /**
   * Calls a subscriber with the next 100 events or fewer. Resolves to true if more events can be delivered immediately.
   * Call it repeatedly, as `deliverChanges` in @plenum/platform does.
   */
  deliverChanges(subscriber: string): Promise<boolean>
  /** Returns the stored states of all subscribers to the change feed. */
  subscriberStatus(): Promise<readonly SubscriberStatus[]>
  /** Resumes a parked subscriber. Resolves to false if no parked subscriber has this name. */
  resumeSubscriber(name: string): Promise<boolean>
  /**
   * Deletes the stored position of a removed subscriber in the change feed. Resolves to false if no position is stored
   * under this name.
   */
  forgetSubscriber(name: string): Promise<boolean>
  /**
   * Deletes at most 1,000 expired events. Resolves to true if more expired events may remain. Call it repeatedly, as
   * `trimChanges` in @plenum/platform does.
   */
  trimChanges(): Promise<boolean>
  /**
   * Runs the planned and timed transitions that are due according to the database clock, earliest first. Each
   * transition runs exactly once, even if several processes call this method. Call it every few seconds, and again
   * immediately if the result contains `hasMore: true`. A transition that fails with an error is reported to `onError`,
   * is not counted in the result, and is retried (docs/workflow-and-history.md, Timed transitions).
   */
  runDue(options?: DueOptions): Promise<DueRun>
  /** The queue of webhook messages. `deliverWebhooks` in @plenum/platform sends these messages. */
  readonly webhooks: WebhookQueue
  /** The queue of emails to presenters. */
  readonly mails: MailQueue
  /** Returns the current language settings of the site. */
  languageSettings(): Promise<LanguageSettings>
}

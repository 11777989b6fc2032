import type { FeedItem } from '../changeFeed/events.js'
import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'
import { translateEnglish } from '../foundation/messages.js'
import { rootPath } from '../foundation/paths.js'
import type { Scheduler } from '../foundation/scheduler.js'
import type { User } from '../people/userDirectory.js'
import type { Part } from '../portable/wholeStore.js'
import { anonymous, type Caller, type Member } from '../security/caller.js'
import type { KnownOrigins, LoginLimiter } from '../security/loginLimits.js'
import { assemble, type Extensions } from './admin/assemble.js'
import { type ImportOutcome, importContent } from './admin/incoming/importContent.js'
import type { ContentImport } from './admin/incoming/incomingSite.js'
import { initializeSite, type NewSite, needsInitializing } from './admin/initializeSite.js'
import { extendRecurringEvents } from './admin/recurringEvents.js'
import { callerMethods } from './as/callerMethods.js'
import type { CallerOptions } from './as/callerOptions.js'
import type { CallerMethods } from './as/methods.js'
import { deliverChanges } from './changes/deliverChanges.js'
import { type ChangesOptions, readChanges } from './changes/readChanges.js'
import { trimChanges } from './changes/retention.js'
import { type SubscriberStatus, subscriberStatus } from './changes/subscribers.js'
import { type ExamineOptions, examineSite } from './doctor/examineSite.js'
import { repairSite } from './doctor/repairSite.js'
import { type MailQueue, mailQueue } from './mails/mailQueue.js'
import { composeMail } from './operations/composeMail.js'
import { createUser } from './operations/users.js'
import { type AnswerOf, type InputOf, type OperationName, operations } from './operations.js'
import {
  describeOwn,
  type NoOperations,
  type OwnMethods,
  type OwnOperationDescription,
  type OwnOperations,
} from './own/ownOperation.js'
import { type RunnableOwn, runnableOwn } from './own/runOwn.js'
import { memberOf, type NameAndPassword } from './people/authenticate.js'
import { type FollowedLogin, passwordLogins, tokenLogins } from './people/loginCache.js'
import { loginPlaces } from './people/loginPlaces.js'
import { backupSite, restoreSite, type SiteCopy } from './portable/backupSite.js'
import { exportContent } from './portable/exportContent.js'
import type { OutgoingSite } from './portable/outgoingSite.js'
import { type Platform, readRoot, type SiteState } from './run/environment.js'
import { type LanguageSettings, languageSettingsOf } from './run/languageSettings.js'
import type { Operation, OperationRequest } from './run/operation.js'
import { admitOperation, runOperation } from './run/runOperation.js'
import { type DueOptions, type DueRun, runDue } from './transition/runDue.js'
import { type WebhookQueue, webhookQueue } from './webhooks/webhookQueue.js'

/** A content site, for an adapter or for an application that embeds core. */
export interface Site<Own extends OwnOperations = NoOperations> {
  /**
   * Returns the operations of the site as methods for one caller, by area. Each method takes the path of the object,
   * unless the operation concerns the whole site, and the input. If an operation is refused, the promise rejects with a
   * DomainError, and nothing is written.
   *
   * @example
   * const ana = site.as(await site.member('ana'), { baseUrl: 'https://garden.example', language: 'de' })
   * const { path } = await ana.content.create('/', { '@type': 'Document', title: 'Compost' })
   * await ana.content.transition(path, 'publish')
   */
  as(caller: Caller, options?: CallerOptions): CallerMethods & OwnMethods<Own>
  /** Runs an operation. If the operation is refused, throws a DomainError and writes nothing. */
  run<N extends OperationName>(name: N, request: OperationRequest<InputOf<N>>): Promise<AnswerOf<N>>
  /** Runs an operation of the application by its name, such as `recipes.serve`. Otherwise like `run`. */
  runOwn(name: string, request: OperationRequest<unknown>): Promise<unknown>
  /** The descriptions of the operations of the application, for example for API descriptions. */
  readonly ownOperations: readonly OwnOperationDescription[]
  /**
   * Performs the checks that `run` performs before it reads the input. Throws if the object or the operation does not
   * exist or is not allowed.
   */
  admit(name: string, request: Omit<OperationRequest<unknown>, 'input'>): Promise<void>
  /** The clock of the site. */
  now(): Instant
  /** The scheduler of the process. Other long tasks in the process must use the same scheduler. */
  readonly scheduler: Scheduler
  /**
   * Returns the member with the given name and password, or null if either is wrong. Throws a DomainError
   * `unauthorized` for a password that is too long, `busy` if too many password checks are queued, and the errors of
   * `limiter`.
   */
  authenticate(name: string, password: string, limiter?: LoginLimiter): Promise<Member | null>
  /** The login names and networks with which users have logged in. Limiters of failed logins use them. */
  readonly loginPlaces: KnownOrigins
  /**
   * Returns the member who logged in with a token, or null if this site did not issue the token or the token is no
   * longer valid.
   */
  memberWithToken(token: string): Promise<Member | null>
  /**
   * Returns the member whom this process has identified with the same credentials, if no user or group has changed
   * since. Returns null if the credentials must be checked. `state` is the current state of the site.
   */
  cachedMember(login: NameAndPassword | { readonly token: string }, state: SiteState): Member | null
  /**
   * Returns a function that rechecks a login on each call, for connections that remain open for a long time. The
   * function returns null after the login has ended, the password has changed or the user has been deleted. Call
   * `follow` immediately after the login has been checked.
   */
  follow(login: NameAndPassword | { readonly token: string }): FollowedLogin
  /** Returns the state of the site after the call. Its stamps change with every write (see `SiteState`). */
  state(): Promise<SiteState>
  /** Returns the member with the given name without a password check, or null if no such user exists. */
  member(name: string): Promise<Member | null>
  /** Creates a user without a permission check. Throws the same errors as the operation `addUser`. */
  createUser(body: JsonObject): Promise<User>
  /**
   * Creates the site root if necessary and migrates data from earlier versions. Returns true if it created the site
   * root. Call it before any operation. After an interruption, call it again.
   */
  initialize(root: NewSite): Promise<boolean>
  /**
   * Whether `initialize` must be called, because the site root is missing or an earlier version has written the data.
   */
  needsInitializing(): Promise<boolean>
  /** Calls `task` with a consistent copy of all stored data (see `SiteCopy`). */
  backup<T>(task: (copy: SiteCopy) => Promise<T>): Promise<T>
  /** Atomically restores a copy into empty stores. Must be called before any operation. */
  restore(parts: AsyncIterable<Part>): Promise<void>
  /** Imports the content of another system in one transaction (see `ContentImport`). */
  importContent(request: ContentImport): Promise<ImportOutcome>
  /** Calls `task` with a consistent view of the site, for an export to another system (see `OutgoingSite`). */
  exportContent<T>(task: (site: OutgoingSite) => Promise<T>): Promise<T>
  /** Checks all stored data in one snapshot for inconsistencies. Does not write. */
  examine(options: ExamineOptions): Promise<void>
  /** Recomputes inconsistent derived data (see `isRepairable`). */
  repair(): Promise<void>
  /**
   * Erases about 1 MiB of deleted files. Returns whether more may remain. Call it repeatedly, as `eraseDeletedFiles` in
   * @plenum/platform does. Deleted files disappear from payloads and backups immediately, but their bytes remain on
   * disk until they are erased.
   */
  eraseFiles(): Promise<boolean>
  /**
   * Indexes the occurrences of recurring events up to ten years ahead, at most once a month. Call it daily. Stops early
   * if `signal` is aborted.
   */
  extendRecurringEvents(signal?: { readonly aborted: boolean }): Promise<void>
  /**
   * Yields the events of the change feed, oldest first, without a permission check (docs/embedding.md, Changes). Ends
   * after the newest event. To continue later, pass the `cursor` of the last event. Throws a DomainError
   * `changes-expired` if `since` is older than the retention period or comes from another database.
   *
   * @example
   * for await (const event of site.changes({ since: lastCursor })) {
   *   await index(event)
   *   lastCursor = event.cursor
   * }
   */
  changes(options?: ChangesOptions): AsyncIterable<FeedItem>
  /** The names of all `changeSubscribers`. */
  readonly changeSubscribers: readonly string[]
  /**
   * Calls a subscriber with the next events, at most 100. Resolves to true if further events can be delivered
   * immediately. Call it repeatedly, as `deliverChanges` in @plenum/platform does.
   */
  deliverChanges(subscriber: string): Promise<boolean>
  /** Returns the stored states of all subscribers. */
  subscriberStatus(): Promise<readonly SubscriberStatus[]>
  /** Resumes a parked subscriber. Resolves to false if no parked subscriber has this name. */
  resumeSubscriber(name: string): Promise<boolean>
  /** Deletes the position of a subscriber that no longer exists. Resolves to false if no position is stored. */
  forgetSubscriber(name: string): Promise<boolean>
  /**
   * Deletes at most 1,000 events that exceed the retention. Resolves to true if more such events may remain. Call it
   * repeatedly, as `trimChanges` in @plenum/platform does.
   */
  trimChanges(): Promise<boolean>
  /**
   * Runs the planned and timed transitions that are due on the database clock, the earliest first. Each transition runs
   * exactly once, even if several processes call this method. Call it every few seconds, and immediately again while
   * the result contains `hasMore: true`. Transitions that fail with an error are reported to `onError`, are not
   * counted, and are retried (docs/workflow-and-history.md, Timed transitions).
   */
  runDue(options?: DueOptions): Promise<DueRun>
  /** The queue of webhook messages. `deliverWebhooks` in @plenum/platform sends them. */
  readonly webhooks: WebhookQueue
  /** The emails to presenters that must be sent. */
  readonly mails: MailQueue
  /** Returns the current language settings of the site. */
  languageSettings(): Promise<LanguageSettings>
}

/**
 * Creates a site on a platform, with the stock model and the given extensions. Throws a ModelError that lists all
 * problems of the model.
 *
 * @example
 * // createNodePlatform is exported by @plenum/platform.
 * const platform = createNodePlatform({ content: memoryContentStore(), users: memoryUserDirectory() })
 * const site = createSite(platform)
 * await site.initialize({ title: 'My site', creator: 'admin' })
 * const { path } = await asOwner(site, 'addContent', { '@type': 'Document', title: 'Hello' }) // '/hello'
 */
export function createSite<const Own extends OwnOperations = NoOperations>(
  platform: Platform,
  extensions: Extensions<Own> = {},
): Site<Own> {
  const environment = assemble(platform, extensions)
  const own = runnableOwn(extensions.operations ?? {}, platform)
  const find = (name: string) => findOperation(own, name)
  const passwords = passwordLogins(environment)
  const tokens = tokenLogins(environment)
  let owner: string | undefined
  /** The id that identifies this process to subscribers' leases. */
  const ownId = () => {
    owner ??= environment.newUid()
    return owner
  }
  return {
    as: callerMethods(environment, find, extensions),
    run: (name, request) => {
      const operation = find(name) as Operation<InputOf<typeof name>, AnswerOf<typeof name>>
      return runOperation(environment, operation, request)
    },
    runOwn: async (name, request) => runOperation(environment, find(name), request),
    ownOperations: describeOwn(extensions.operations ?? {}),
    admit: async (name, request) => admitOperation(environment, find(name), request),
    now: environment.now,
    scheduler: environment.scheduler,
    authenticate: (name, password, limiter) => passwords.find({ name, password }, limiter),
    loginPlaces: loginPlaces(environment),
    memberWithToken: tokens.find,
    cachedMember: (login, { people }) =>
      'token' in login ? tokens.cachedMember(login.token, people) : passwords.cachedMember(login, people),
    follow: login => ('token' in login ? () => tokens.find(login.token) : passwords.follow(login)),
    state: environment.state,
    member: async name => {
      const user = await environment.users.user(name)
      return user && memberOf(environment, user)
    },
    createUser: body => createUser(environment, body),
    initialize: root => initializeSite(environment, root),
    needsInitializing: () => needsInitializing(environment),
    backup: task => backupSite(environment, task),
    restore: parts => restoreSite(environment, parts),
    importContent: request => importContent(environment, request),
    exportContent: task => exportContent(environment, task),
    examine: options => examineSite(environment, options),
    repair: () => repairSite(environment),
    eraseFiles: async () => (await environment.whole?.eraseFiles()) ?? false,
    extendRecurringEvents: signal => extendRecurringEvents(environment, signal),
    changes: (options = {}) => readChanges(environment, options),
    changeSubscribers: environment.changeSubscribers.map(({ name }) => name),
    deliverChanges: subscriber => deliverChanges(environment, subscriber, ownId()),
    subscriberStatus: () => subscriberStatus(environment),
    resumeSubscriber: name => environment.store.subscriptions.resume(name),
    forgetSubscriber: name => environment.store.subscriptions.forget(name),
    trimChanges: () => trimChanges(environment),
    runDue: options => runDue(environment, options),
    webhooks: webhookQueue(environment),
    mails: mailQueue(environment, (mail, base) =>
      runOperation(environment, composeMail, {
        ...{ path: rootPath, caller: anonymous, base, translate: translateEnglish },
        input: () => ({ mail }),
      }),
    ),
    languageSettings: async () => languageSettingsOf(await readRoot(environment)),
  }
}

/** Throws a TypeError for an unknown name, because JavaScript callers are not type-checked. */
function findOperation(own: RunnableOwn, name: string): Operation<unknown, unknown> {
  const table: Readonly<Record<string, Operation<never, unknown>>> = operations
  const operation = Object.hasOwn(table, name) ? table[name] : own.get(name)
  if (!operation) throw new TypeError(`There is no operation named '${name}'.`)
  return operation as Operation<unknown, unknown>
}

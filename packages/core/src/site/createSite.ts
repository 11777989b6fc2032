import { translateEnglish } from '../foundation/messages.js'
import { rootPath } from '../foundation/paths.js'
import { anonymous } from '../security/caller.js'
import type { WorkflowDefinition } from '../workflow/definition.js'
import type { SiteTransition } from '../workflow/shippedWorkflows.js'
import { assemble, type Extensions } from './admin/assemble.js'
import { importContent } from './admin/incoming/importContent.js'
import { initializeSite, needsInitializing } from './admin/initializeSite.js'
import { extendRecurringEvents } from './admin/recurringEvents.js'
import { callerMethods } from './as/callerMethods.js'
import { deliverChanges } from './changes/deliverChanges.js'
import { readChanges } from './changes/readChanges.js'
import { trimChanges } from './changes/retention.js'
import { subscriberStatus } from './changes/subscribers.js'
import { examineSite } from './doctor/examineSite.js'
import { repairSite } from './doctor/repairSite.js'
import { mailQueue } from './mails/mailQueue.js'
import { composeMail } from './operations/composeMail.js'
import { createUser } from './operations/users.js'
import { type AnswerOf, type InputOf, operations } from './operations.js'
import { describeOwn, type NoOperations, type OwnOperations } from './own/ownOperation.js'
import { type RunnableOwn, runnableOwn } from './own/runOwn.js'
import { memberOf } from './people/authenticate.js'
import { passwordLogins, tokenLogins } from './people/loginCache.js'
import { loginPlaces } from './people/loginPlaces.js'
import { backupSite, restoreSite } from './portable/backupSite.js'
import { exportContent } from './portable/exportContent.js'
import { type Platform, readRoot } from './run/environment.js'
import { languageSettingsOf } from './run/languageSettings.js'
import type { Operation } from './run/operation.js'
import { admitOperation, runOperation } from './run/runOperation.js'
import type { Site } from './site.js'
import { runDue } from './transition/runDue.js'
import { webhookQueue } from './webhooks/webhookQueue.js'

/**
 * Creates a site on a platform, with the stock model and the given extensions. Throws a ModelError that lists all
 * problems in the model.
 *
 * @example
 * // createNodePlatform is exported by @plenum/platform.
 * const platform = createNodePlatform({ content: memoryContentStore(), users: memoryUserDirectory() })
 * const site = createSite(platform)
 * await site.initialize({ title: 'My site', creator: 'admin' })
 * const { path } = await asOwner(site, 'addContent', { '@type': 'Document', title: 'Hello' }) // '/hello'
 */
export function createSite<
  const Own extends OwnOperations = NoOperations,
  Workflow extends WorkflowDefinition = WorkflowDefinition,
>(platform: Platform, extensions: Extensions<Own, Workflow> = {}): Site<Own, SiteTransition<Workflow>> {
  const environment = assemble(platform, extensions)
  const own = runnableOwn(extensions.operations ?? {}, platform)
  const find = (name: string) => findOperation(own, name)
  const passwords = passwordLogins(environment)
  const tokens = tokenLogins(environment)
  let owner: string | undefined
  /** Returns the id with which this process acquires subscriber leases. */
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

/**
 * Returns the operation with the given name. Throws a TypeError for an unknown name, because JavaScript callers are not
 * type-checked.
 */
function findOperation(own: RunnableOwn, name: string): Operation<unknown, unknown> {
  const table: Readonly<Record<string, Operation<never, unknown>>> = operations
  const operation = Object.hasOwn(table, name) ? table[name] : own.get(name)
  if (!operation) throw new TypeError(`There is no operation named '${name}'.`)
  return operation as Operation<unknown, unknown>
}

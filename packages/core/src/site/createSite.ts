import type { Instant } from '../foundation/instants.js'
import type { JsonObject } from '../foundation/json.js'
import { rootPath } from '../foundation/paths.js'
import type { Turns } from '../foundation/turns.js'
import type { User } from '../people/userDirectory.js'
import type { Part } from '../portable/parts.js'
import type { Member } from '../security/caller.js'
import type { LoginDoor, LoginPlaces } from '../security/loginLimits.js'
import { assemble, type Extensions } from './admin/assemble.js'
import { type ContentImport, type ImportOutcome, importContent } from './admin/incoming/importContent.js'
import { initializeSite, type NewSite, needsInitializing } from './admin/initializeSite.js'
import { type ExamineOptions, examineSite } from './doctor/examineSite.js'
import { repairSite } from './doctor/repairSite.js'
import { createUser } from './operations/users.js'
import { type AnswerOf, type InputOf, type OperationName, operations } from './operations.js'
import { memberOf, type NameAndPassword } from './people/authenticate.js'
import { loginPlaces } from './people/loginPlaces.js'
import { type FollowedLogin, passwordLogins } from './people/passwordLogins.js'
import { tokenLogins } from './people/tokenLogins.js'
import { backupSite, type SiteCopy } from './portable/backupSite.js'
import { exportContent } from './portable/exportContent.js'
import type { OutgoingSite } from './portable/outgoingSite.js'
import { restoreSite } from './portable/restoreSite.js'
import type { World } from './run/environment.js'
import { type LanguageSettings, languageSettingsOf } from './run/languageSettings.js'
import type { Operation, OperationRequest } from './run/operation.js'
import { admitOperation, runOperation } from './run/runOperation.js'
import type { SiteState } from './run/siteState.js'

/** A site of content, for an adapter or for a service that embeds core. */
export interface Site {
  /** Runs one operation. Throws a DomainError when it is refused; then nothing is written. */
  run<N extends OperationName>(name: N, request: OperationRequest<InputOf<N>>): Promise<AnswerOf<N>>
  /** The checks of `run` before it reads the input: throws when the object or operation is missing or not allowed. */
  admit(name: OperationName, request: Omit<OperationRequest<unknown>, 'input'>): Promise<void>
  /** The clock of the site. */
  now(): Instant
  /** The turns of the process, for other work in it that takes long. */
  readonly turns: Turns
  /**
   * The member with a name and a password; null when one of them is wrong. Throws a DomainError: `unauthorized` for a
   * password that is too long, `busy` when too many logins wait for their check, and what `door` throws.
   */
  authenticate(name: string, password: string, door?: LoginDoor): Promise<Member | null>
  /** From where people have logged in, for whoever limits logins that fail. */
  readonly loginPlaces: LoginPlaces
  /** The member who logged in by a token; null when it is no token of this site, or not valid any more. */
  memberWithToken(token: string): Promise<Member | null>
  /**
   * Whom a login proved before in this process, as long as no user and no group has changed since; null where that has
   * to be found out. `state` is what the site holds now.
   */
  recall(login: NameAndPassword | { readonly token: string }, state: SiteState): Member | null
  /**
   * Looks up whom a login proves each time that it is called, for what lasts longer than an answer; null once the login
   * has ended, the password has changed or the user is gone. Call it first when the login has just been checked.
   */
  follow(login: NameAndPassword | { readonly token: string }): FollowedLogin
  /** What the site holds at a moment after the call: other texts after every change (see `SiteState`). */
  state(): Promise<SiteState>
  /** The member with a name, for whoever knows already who asks; null for a name that nobody has. */
  member(name: string): Promise<Member | null>
  /** Creates a user without a permission check. Throws as the operation `addUser`. */
  createUser(sent: JsonObject): Promise<User>
  /**
   * Creates the site root if there is none, true when it was created, and brings what an earlier version has written up to
   * date. Call it before any operation. A second call goes on where the first was interrupted.
   */
  initialize(root: NewSite): Promise<boolean>
  /** Whether `initialize` has anything left to do: there is no root, or an earlier version has written the site. */
  needsInitializing(): Promise<boolean>
  /** Calls `work` with a copy of all that is kept, as it is at one moment (see `SiteCopy`). */
  backup<T>(work: (copy: SiteCopy) => Promise<T>): Promise<T>
  /** Writes a copy where nothing is kept yet, all or nothing. Call it before any operation. */
  restore(parts: AsyncIterable<Part>): Promise<void>
  /** Writes all that another system had, in one transaction, or nothing (see `ContentImport`). */
  importContent(asked: ContentImport): Promise<ImportOutcome>
  /** Calls `work` with all of it as it is at one moment, as an export to another system needs it (see `OutgoingSite`). */
  exportContent<T>(work: (site: OutgoingSite) => Promise<T>): Promise<T>
  /** Looks through all that is kept, at one moment, for what does not fit together. Writes nothing. */
  examine(options: ExamineOptions): Promise<void>
  /** Puts right what follows from what else is kept (see `isRepairable`). */
  repair(): Promise<void>
  /**
   * Erases some bytes of deleted files, about 1 MiB, and tells whether there may be more. Call it again and again, as
   * `eraseDeletedFiles` of @plenum/world does: a deleted file is in no answer and no backup at once, but until then its
   * bytes are on the disk.
   */
  eraseFiles(): Promise<boolean>
  /** The current language settings of the site. */
  languageSettings(): Promise<LanguageSettings>
}

/**
 * A site on a world (store, clock, passwords, …), with the stock model and your extensions. Throws a ModelError with
 * all problems of the model.
 *
 * @example
 * const world = createWorld({ content: memoryContentStore(), users: memoryUserDirectory() }) // of @plenum/world
 * const site = createSite(world)
 * await site.initialize({ title: 'My site', creator: 'admin' })
 * const { path } = await asOwner(site, 'addContent', { '@type': 'Document', title: 'Hello' }) // '/hello'
 */
export function createSite(world: World, extensions: Extensions = {}): Site {
  const environment = assemble(world, extensions)
  const passwords = passwordLogins(environment)
  const tokens = tokenLogins(environment)
  return {
    run: (name, request) => {
      const operation = operations[name] as unknown as Operation<InputOf<typeof name>, AnswerOf<typeof name>>
      return runOperation(environment, operation, request)
    },
    admit: (name, request) => admitOperation(environment, operations[name], request),
    now: environment.now,
    turns: environment.turns,
    authenticate: (name, password, door) => passwords.find({ name, password }, door),
    loginPlaces: loginPlaces(environment),
    memberWithToken: tokens.find,
    recall: (login, { people }) =>
      'token' in login ? tokens.recall(login.token, people) : passwords.recall(login, people),
    follow: login => ('token' in login ? () => tokens.find(login.token) : passwords.follow(login)),
    state: environment.state,
    member: async name => {
      const user = await environment.users.user(name)
      return user && memberOf(environment, user)
    },
    createUser: sent => createUser(environment, sent),
    initialize: root => initializeSite(environment, root),
    needsInitializing: () => needsInitializing(environment),
    backup: work => backupSite(environment, work),
    restore: parts => restoreSite(environment, parts),
    importContent: asked => importContent(environment, asked),
    exportContent: work => exportContent(environment, work),
    examine: options => examineSite(environment, options),
    repair: () => repairSite(environment),
    eraseFiles: async () => (await environment.whole?.eraseFiles()) ?? false,
    languageSettings: async () =>
      languageSettingsOf((await environment.store.read(reader => reader.open(rootPath))).lineage[0]),
  }
}

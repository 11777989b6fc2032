import type { JsonObject } from '../foundation/json.js'
import { rootPath } from '../foundation/paths.js'
import type { Turns } from '../foundation/turns.js'
import type { User } from '../people/userDirectory.js'
import type { Member } from '../security/caller.js'
import { assemble, type Extensions } from './admin/assemble.js'
import { authenticate, type LoginDoor, memberOf } from './admin/authenticate.js'
import { initializeSite, type NewSite } from './admin/initializeSite.js'
import { memberFinder } from './login/memberWithToken.js'
import { createUser } from './operations/users.js'
import { type AnswerOf, type InputOf, type OperationName, operations } from './operations.js'
import type { World } from './run/environment.js'
import { type LanguageSettings, languageSettingsOf } from './run/languageSettings.js'
import type { Operation, OperationRequest } from './run/operation.js'
import { admitOperation, runOperation } from './run/runOperation.js'

/** A site of content: what an adapter, or a service that embeds it, talks to. */
export interface Site {
  /** Runs one operation; a refusal is a DomainError, and nothing is written then. */
  run<N extends OperationName>(name: N, request: OperationRequest<InputOf<N>>): Promise<AnswerOf<N>>
  /** Throws what `run` would throw before it looks at the input: no such object or operation, or no permission. */
  admit(name: OperationName, request: Omit<OperationRequest<unknown>, 'input'>): Promise<void>
  /** The turns of the process, to take part in. */
  readonly turns: Turns
  /**
   * The member with a name and a password; null when they do not fit together. Throws `unauthorized` for a password
   * that is longer than any may be, `busy` when too many wait for their check, and what the door throws.
   */
  authenticate(name: string, password: string, door?: LoginDoor): Promise<Member | null>
  /** The member who logged in by a token; null when it is no token of this site, or not valid any more. */
  memberWithToken(token: string): Promise<Member | null>
  /** The member with a name, for whoever knows already who asks; null for a name that nobody has. */
  member(name: string): Promise<Member | null>
  /** Makes a user on behalf of whoever runs the site; throws like `addUser`. */
  createUser(sent: JsonObject): Promise<User>
  /** Makes the site root where there is none. True when it was made. */
  initialize(root: NewSite): Promise<boolean>
  /** The languages that the site answers in now. */
  languageSettings(): Promise<LanguageSettings>
}

/** Throws a ModelError with every fault of the model. */
export function createSite(world: World, extensions: Extensions = {}): Site {
  const environment = assemble(world, extensions)
  return {
    run: (name, request) => {
      const operation = operations[name] as unknown as Operation<InputOf<typeof name>, AnswerOf<typeof name>>
      return runOperation(environment, operation, request)
    },
    admit: (name, request) => admitOperation(environment, operations[name], request),
    turns: environment.turns,
    authenticate: (name, password, door) => authenticate(environment, { name, password }, door),
    memberWithToken: memberFinder(environment),
    member: async name => {
      const user = await environment.users.user(name)
      return user && memberOf(environment, user)
    },
    createUser: sent => createUser(environment, sent),
    initialize: root => initializeSite(environment, root),
    languageSettings: async () =>
      languageSettingsOf((await environment.store.read(reader => reader.open(rootPath))).lineage[0]),
  }
}

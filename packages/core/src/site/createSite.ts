import type { Programme } from '../event/programme.js'
import type { JsonObject } from '../foundation/json.js'
import { rootPath } from '../foundation/paths.js'
import type { Turns } from '../foundation/turns.js'
import type { User } from '../people/userDirectory.js'
import type { Member } from '../security/caller.js'
import { assemble, type Extensions } from './admin/assemble.js'
import { authenticate, type LoginDoor } from './admin/authenticate.js'
import { initializeSite, type NewSite } from './admin/initializeSite.js'
import { exportPolls, importPolls } from './admin/pollTransfer.js'
import { repairPermissions } from './admin/repairPermissions.js'
import { chooseForType, listTypes, type TypeInformation } from './admin/typeChoices.js'
import { createUser } from './operations/users.js'
import { type AnswerOf, type InputOf, type OperationName, operations } from './operations.js'
import { importProgramme } from './programme/importProgramme.js'
import type { ImportOptions, ImportReport } from './programme/programmePlanning.js'
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
  /** Makes a user on behalf of whoever runs the site; throws like `addUser`. */
  createUser(sent: JsonObject): Promise<User>
  /** Makes the site root where there is none. True when it was made. */
  initialize(root: NewSite): Promise<boolean>
  /** The languages that the site answers in now. */
  languageSettings(): Promise<LanguageSettings>
  /** The types of the site with the behaviors and workflows that they have now. */
  types(): Promise<readonly TypeInformation[]>
  /** Gives a type other behaviors, for what exists too; throws one Error with every fault (decisions, section 2). */
  setBehaviors(type: string, behaviors: readonly string[]): Promise<void>
  /** Gives a type other workflows of its own, the primary first, or for null those that it was made with; as `setBehaviors`. */
  setWorkflows(type: string, workflows: readonly string[] | null): Promise<void>
  /** Gives every object the permissions of its states again; answers with the number of objects that had others. */
  repairPermissions(): Promise<number>
  /** All polls, those that are closed with their votes, in the form that `importPolls` takes. */
  exportPolls(): Promise<readonly JsonObject[]>
  /** Replaces the votes of polls by those of an export, all or nothing; answers with the number of polls. */
  importPolls(polls: readonly JsonObject[]): Promise<number>
  /** Brings a programme into an event, in one transaction (decisions, section 8). */
  importProgramme(programme: Programme, options: ImportOptions): Promise<ImportReport>
}

/** Throws one Error with every fault of the model. */
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
    createUser: sent => createUser(environment, sent),
    initialize: root => initializeSite(environment, root),
    languageSettings: async () =>
      languageSettingsOf((await environment.store.read(reader => reader.open(rootPath))).lineage[0]),
    types: () => listTypes(environment),
    setBehaviors: (type, names) => chooseForType(environment, { type, kind: 'behaviors', names }),
    setWorkflows: (type, names) => chooseForType(environment, { type, kind: 'workflows', names }),
    repairPermissions: () => repairPermissions(environment),
    exportPolls: () => exportPolls(environment),
    importPolls: polls => importPolls(environment, polls),
    importProgramme: (programme, options) => importProgramme(environment, programme, options),
  }
}

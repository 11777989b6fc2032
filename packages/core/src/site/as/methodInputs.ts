import type { QueryParameters } from '../../content/query/queryParameters.js'
import type { JsonObject } from '../../foundation/json.js'
import type { InputOf, OperationName } from '../operations.js'
import { queryInputs } from '../query/queryInputs.js'

const byId = (id: string) => ({ id })
const byIdWithBody = (id: string, body: JsonObject) => ({ id, body })
const byName = (name: string) => ({ name })
const bodyOnly = (body: JsonObject) => ({ body })

interface VoteSource {
  /** The value of the visitor's cookie for the poll (see `VoteAnswer.cookie`). The value is ignored for members. */
  readonly token?: string | null
  /**
   * Limits votes. Throws a DomainError `too-many-requests` if the visitor must wait. The function is called only if the
   * caller may vote.
   */
  readonly admit?: () => Promise<void>
}

const unlimited = async (): Promise<void> => {}

export const noParameters: QueryParameters = { entries: [], get: () => undefined, names: () => [] }

/**
 * Functions that create the input of an operation from the arguments of its method, for operations whose input is
 * inconvenient for programs.
 */
export const methodInputs = {
  editContent: (body: JsonObject, options: { readonly lockToken?: string } = {}): InputOf<'editContent'> => ({
    body,
    representation: true,
    ...options,
  }),
  transitionContent: (
    transition: string,
    { workflow, ...body }: JsonObject & { readonly workflow?: string } = {},
  ): InputOf<'transitionContent'> => ({ transition, body, ...(workflow === undefined ? {} : { workflow }) }),
  previewTransition: (transition: string, body: JsonObject = {}) => ({ transition, body }),
  planTransition: (
    transition: string,
    { workflow, ...body }: JsonObject & { readonly workflow?: string },
  ): InputOf<'planTransition'> => ({ transition, body, ...(workflow === undefined ? {} : { workflow }) }),
  cancelWorkflowPlan: byId,
  getState: (input: InputOf<'getState'> = {}) => input,
  searchContent: (
    parameters: InputOf<'searchContent'>['parameters'],
    options: Partial<Omit<InputOf<'searchContent'>, 'parameters'>> = {},
  ): InputOf<'searchContent'> => ({
    ...queryInputs.searchContent(noParameters),
    convertItem: undefined,
    ...options,
    parameters,
  }),
  querystringSearch: bodyOnly,
  getVersion: (version: string, options: Partial<InputOf<'getContent'>> = {}): InputOf<'getVersion'> => ({
    ...queryInputs.getContent(noParameters),
    ...options,
    version,
  }),
  compareVersions: (one: string, two: string) => ({ one, two }),
  getScheduleRelease: (release: string) => ({ release }),
  compareScheduleReleases: (one: string, two: string) => ({ one, two }),
  getProgramme: (input: Partial<InputOf<'getProgramme'>> = {}) => ({ day: null, room: null, ...input }),
  castVote: (body: JsonObject, { token = null, admit = unlimited }: VoteSource = {}): InputOf<'castVote'> => ({
    body,
    token: () => token,
    admit,
  }),
  hasVisitorVoted: (token: string) => ({ token: () => token }),
  getVocabulary: (name: string, options: Omit<Partial<InputOf<'getVocabulary'>>, 'name'> = {}) => ({
    ...queryInputs.getVocabulary(noParameters),
    ...options,
    name,
  }),
  getTypeSchema: (type: string, field: string | null = null) => ({ type, field }),
  getUser: byId,
  addUser: bodyOnly,
  editUser: byIdWithBody,
  removeUser: byId,
  resetPassword: byIdWithBody,
  issueResetToken: byId,
  getUserSchema: (form: string | null = null) => ({ form }),
  logIn: (login: string, password: string): InputOf<'logIn'> => ({ body: { login, password } }),
  getGroup: byId,
  editGroup: byIdWithBody,
  removeGroup: byId,
  getControlPanel: byName,
  editControlPanel: (name: string, body: JsonObject) => ({ name, body }),
  getWebhook: byId,
  editWebhook: byIdWithBody,
  removeWebhook: byId,
  rotateWebhook: byId,
  pingWebhook: byId,
  listDeliveries: (id: string, options: Omit<Partial<InputOf<'listDeliveries'>>, 'id'> = {}) => ({
    ...queryInputs.listDeliveries(noParameters),
    ...options,
    id,
  }),
  repeatDelivery: (id: string, delivery: string) => ({ id, delivery }),
  retryMail: byId,
} as const satisfies { readonly [N in OperationName]?: (...args: never[]) => InputOf<N> }

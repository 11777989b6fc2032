import type { HistoryEntry, RevertPayload } from '../../answers/history.js'
import { activeParts } from '../../content/model/registry.js'
import { isVersionable } from '../../content/model/versioning.js'
import { withObject } from '../../content/node/lineage.js'
import type { ContentNode, FieldValues } from '../../content/node/node.js'
import { revertComment, type VersionMeta } from '../../content/store/versions.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { inSteps } from '../../foundation/scheduler.js'
import { actorOf, type HistoryItem, historySteps } from '../../history/mergeHistory.js'
import { permission } from '../../security/stockPermissions.js'
import { chainOf, primaryOf } from '../../workflow/chain.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import { historyEntry } from '../present/historyEntry.js'
import { partsOfContent } from '../present/partsOfContent.js'
import { findVersion } from '../present/presentVersion.js'
import { passesGuard } from '../run/guard.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, type RequestContext, urlOfContext } from '../run/requestContext.js'
import { requirePermission } from '../run/requirePermission.js'
import { editOf } from '../write/changes.js'
import { type ContentAnswer, type GetContentInput, showContent } from './getContent.js'

/** A page of the list; `size` null returns all entries from `start`. */
export interface HistoryBatch {
  readonly start: number
  readonly size: number | null
}

/**
 * `GET {path}/@history`: the workflow records of the object and its versions (docs/workflow-and-history.md, Merged
 * history).
 */
export const getHistory: Operation<HistoryBatch, readonly HistoryEntry[]> = {
  permission: permission.view,
  // No ETag, because the answer contains full names of users.
  dependsOn: async () => ({}),
  async run(context, { start, size }) {
    requirePermission(context, permission.accessVersions)
    const items = (await historyOf(context)).slice(start, size === null ? undefined : start + size)
    const names = await fullnames(context, items)
    const presenting = {
      base: context.base,
      url: urlOfContext(context),
      mayRevert: revertPermissions.every(name => hasPermission(context, name)),
      translate: context.translate,
      fullname: (actor: string) => names.get(actor),
    }
    const answer: HistoryEntry[] = []
    for (const item of items) {
      if (context.task.isOver()) await context.task.next()
      answer.push(historyEntry(item, context.frame, presenting))
    }
    return { answer }
  },
}

/** `GET {path}/@history/{version}`: a version of the object, with the current objects inside it. */
export const getVersion: Operation<GetContentInput & { readonly version: string }, ContentAnswer> = {
  permission: permission.view,
  dependsOn: partsOfContent,
  run: async (context, input) => ({ answer: await showContent(context, input) }),
}

/** A revert also modifies the object. */
const revertPermissions = [permission.revertVersions, permission.modify] as const

/** `PATCH {path}/@history`: sets the fields to the values of a version; this makes a new version. */
export const revertVersion: Operation<JsonObject, RevertPayload> = {
  permission: permission.view,
  guard: context => {
    for (const name of revertPermissions) requirePermission(context, name)
  },
  async run(context, body) {
    const { number, node: versionNode } = await findVersion(context, versionIn(body))
    const node = { ...context.node, fields: revertedFields(context, versionNode), modified: context.now }
    const comments = context.translate({ id: revertComment, values: { version: number } })
    const update = await editOf(context, withObject(context.lineage, node), { note: comments })
    const title = typeof node.fields.title === 'string' ? node.fields.title : ''
    return {
      answer: { message: context.translate(message('version.reverted', { title, version: number })) },
      change: { updates: [update] },
    }
  },
}

async function historyOf(context: RequestContext): Promise<readonly HistoryItem[]> {
  const { reader, node, task } = context
  const steps = historySteps({
    definitions: visibleWorkflows(context),
    records: await reader.records(node.uid),
    versions: await visibleVersions(context),
  })
  return inSteps(steps, task)
}

/**
 * The workflows with records that the caller may see. The caller must pass the history guard, and for the primary
 * workflow also have a permission for reviews (docs/workflow-and-history.md, Merged history, rule 3).
 */
function visibleWorkflows(context: RequestContext): readonly WorkflowDefinition[] {
  const { node, type, environment } = context
  const chain = chainOf(node, type, environment.workflows).filter(({ recordsHistory }) => recordsHistory !== false)
  const canReview = hasPermission(context, permission.requestReview) || hasPermission(context, permission.review)
  const primary = primaryOf(chain)
  return chain.filter(
    definition => (definition !== primary || canReview) && passesGuard(context, definition.historyGuard, context),
  )
}

async function visibleVersions({ type, reader, node }: RequestContext): Promise<readonly VersionMeta[]> {
  return isVersionable(type) ? reader.versions(node.uid) : []
}

/** The full names of all users in the history, each looked up once. */
async function fullnames(
  { environment, task }: RequestContext,
  items: readonly HistoryItem[],
): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>()
  for (const actor of new Set(items.map(actorOf))) {
    if (task.isOver()) await task.next()
    const user = actor === '' ? null : await environment.users.user(actor)
    if (user) names.set(user.id, user.fullname ?? '')
  }
  return names
}

/** The number of the version as digits, without leading zeros (docs/workflow-and-history.md, Versions and revert). */
function versionIn({ version }: JsonObject): string {
  const digits = digitsOf(version)
  if (digits === undefined) throw new DomainError('bad-request', message('version.malformed'))
  return digits
}

function digitsOf(version: JsonValue | undefined): string | undefined {
  if (typeof version === 'number' && Number.isInteger(version)) return String(version)
  return typeof version === 'string' && /^\d+$/.test(version) ? version.replace(/^0+(?=\d)/, '') : undefined
}

/**
 * The fields of a version, except publication dates, hidden fields, and fields that the caller may not write, which
 * keep their current values.
 */
function revertedFields(context: RequestContext, versionNode: ContentNode): FieldValues {
  const { allFields } = activeParts(context.type, context.lineage)
  const settable = allFields.filter(
    ({ name, writePermission }) =>
      !publicationDates.includes(name) && (writePermission === undefined || hasPermission(context, writePermission)),
  )
  const names = new Set(settable.map(({ name }) => name))
  const only = (values: FieldValues, isIn: boolean) =>
    Object.entries(values).filter(([name]) => names.has(name) === isIn)
  return Object.fromEntries([...only(context.node.fields, false), ...only(versionNode.fields, true)])
}

const publicationDates: readonly string[] = ['effective', 'expires']

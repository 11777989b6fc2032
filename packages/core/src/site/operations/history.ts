import type { DifferencesPayload, FieldDifference, HistoryEntry, RevertPayload } from '../../answers/history.js'
import type { Field } from '../../content/fields/field.js'
import { activeParts, isVersionable } from '../../content/model/model.js'
import { type ContentNode, type FieldValues, withObject } from '../../content/node/node.js'
import { revertComment } from '../../content/store/versions.js'
import { optOutField } from '../../event/presenterChanges.js'
import { releasesIn } from '../../event/releases.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest, message } from '../../foundation/messages.js'
import { inSteps } from '../../foundation/scheduler.js'
import { actorOf, type HistoryItem, historySteps } from '../../history/mergeHistory.js'
import { permission } from '../../security/permissions.js'
import { differencesIn } from '../present/differences.js'
import { readableFields } from '../present/gatherForContent.js'
import { historyEntry } from '../present/historyEntry.js'
import { partsOfContent } from '../present/partsOfContent.js'
import { findVersion } from '../present/presentContent.js'
import { visibleWorkflows } from '../present/visibleWorkflows.js'
import type { Operation } from '../run/operation.js'
import {
  hasNamedPermission,
  hasPermission,
  type RequestContext,
  requirePermission,
  urlOfContext,
} from '../run/requestContext.js'
import { editOf } from '../write/changes.js'
import { type ContentAnswer, type GetContentInput, showContent } from './getContent.js'

/** The requested part of the history entries. If `size` is null, the part extends to the last entry. */
export interface HistoryBatch {
  readonly start: number
  readonly size: number | null
}

/**
 * `GET {path}/@history` returns the workflow records and the versions of the object (docs/workflow-and-history.md,
 * Merged history).
 */
export const getHistory: Operation<HistoryBatch, readonly HistoryEntry[]> = {
  permission: permission.view,
  // The full names of users can change independently of the content, so the response has no ETag.
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

/**
 * `GET {path}/@history/{version}` returns a version of the object, with the current items if the object is a container.
 */
export const getVersion: Operation<GetContentInput & { readonly version: string }, ContentAnswer> = {
  permission: permission.view,
  dependsOn: partsOfContent,
  run: async (context, input) => ({ answer: await showContent(context, input) }),
}

/** The permissions for a revert. Both are required, because a revert also modifies the object. */
const revertPermissions = [permission.revertVersions, permission.modify] as const

/** `PATCH {path}/@history` restores the fields of a version and thereby creates a new version. */
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
  const { reader, node, type, task } = context
  const steps = historySteps({
    definitions: visibleWorkflows(context, context.lineage),
    records: await reader.records(node.uid),
    versions: isVersionable(type) ? await reader.versions(node.uid) : [],
    releases: releasesIn(node),
  })
  return inSteps(steps, task)
}

/** Returns the full names of the users who made the changes, by user id. Each user is looked up only once. */
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

/**
 * Returns the version number in a request body, as a string of digits without leading zeros
 * (docs/workflow-and-history.md, Versions and revert).
 */
function versionIn({ version }: JsonObject): string {
  if (typeof version === 'number' && Number.isInteger(version)) return String(version)
  if (typeof version === 'string' && /^\d+$/.test(version)) return version.replace(/^0+(?=\d)/, '')
  throw badRequest('version.malformed')
}

/**
 * Returns the field values after a revert. The `retainedFields`, internal fields and fields that the caller may not
 * write retain their current values.
 */
function revertedFields(context: RequestContext, versionNode: ContentNode): FieldValues {
  const { allFields } = activeParts(context.type, context.lineage)
  const settable = allFields.filter(field => hasNamedPermission(context, field.writePermission, context.lineage))
  const names = new Set(settable.map(({ name }) => name).filter(name => !retainedFields.includes(name)))
  const only = (values: FieldValues, isIn: boolean) =>
    Object.entries(values).filter(([name]) => names.has(name) === isIn)
  return Object.fromEntries([...only(context.node.fields, false), ...only(versionNode.fields, true)])
}

/**
 * The fields that a revert does not change: the publication dates, which are not part of a version's content, and the
 * opt-out of a presenter, so that a revert does not cause new emails to the presenter.
 */
const retainedFields: readonly string[] = ['effective', 'expires', optOutField]

export interface ComparedVersions {
  readonly one: string
  readonly two: string
}

/**
 * `GET {path}/@history/{one}/@diff/{two}` returns the differences between two versions (docs/workflow-and-history.md,
 * Differences).
 */
export const compareVersions: Operation<ComparedVersions, DifferencesPayload> = {
  permission: permission.view,
  dependsOn: async (_context, { one, two }) => ({ parts: [one, two] }),
  async run(context, { one, two }) {
    requirePermission(context, permission.accessVersions)
    const [before, after] = [await nodeOf(context, one), await nodeOf(context, two)]
    const fields: FieldDifference[] = []
    for (const field of comparedFields(context, after)) {
      if (context.task.isOver()) await context.task.next()
      const pieces = differencesIn(field, before.fields, after.fields)
      if (pieces) fields.push({ name: field.name, title: context.translate(field.title), pieces })
    }
    const url = `${urlOfContext(context)}/@history/${encodeURIComponent(one)}/@diff/${encodeURIComponent(two)}`
    return { answer: { '@id': url, one, two, fields } }
  },
}

const nodeOf = async (context: RequestContext, version: string): Promise<ContentNode> =>
  version === 'current' ? context.node : (await findVersion(context, version)).node

function comparedFields(context: RequestContext, { behaviors = [] }: ContentNode): readonly Field[] {
  const lineage = withObject(context.lineage, { ...context.node, behaviors })
  return readableFields(context, lineage).filter(({ hidden }) => !hidden)
}

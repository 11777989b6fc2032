import { type ContentNode, containersOf, withObject } from '../../content/node/node.js'
import type { Change, FileBytes, NodeUpdate } from '../../content/store/change.js'
import { type JsonObject, sameJson } from '../../foundation/json.js'
import { DomainError, message } from '../../foundation/messages.js'
import { idOfPath, joinPath, parentPath, rootPath } from '../../foundation/paths.js'
import { pollOf } from '../../poll/poll.js'
import { changesOnlyDates } from '../../poll/pollDates.js'
import { pollType } from '../../poll/pollType.js'
import { permission } from '../../security/permissions.js'
import { partsOfContent } from '../present/partsOfContent.js'
import { etagOf } from '../run/answerMetadata.js'
import type { Operation, Outcome } from '../run/operation.js'
import { hasPermission, hasPermissionAt, type RequestContext, unauthorized } from '../run/requestContext.js'
import { editOf, entriesBelow, updateOf } from '../write/changes.js'
import { entriesOfDefaultPages, withDefaultPage } from '../write/chooseDefaultPage.js'
import { freeIdFor } from '../write/naming.js'
import { decideOrder } from '../write/orderContent.js'
import { layoutIn, readBody } from '../write/readBody.js'
import { refuseLockedByOthers, refuseWithoutToken } from '../write/refuseLocked.js'
import { releaseEntries } from '../write/releaseEntries.js'
import { zoneEntries } from '../write/zoneEntries.js'
import { type ContentAnswer, defaultInput, type GetContentInput, showContent } from './getContent.js'

export interface EditedContent extends ContentAnswer {
  /** The ETag of the response to a `GET` request without query parameters. */
  readonly etag: string
}

export interface EditContentInput {
  readonly body: JsonObject
  /** Whether the result contains the changed object. */
  readonly representation: boolean
  /** The options of the payload in the result. By default, the payload includes the first batch of children. */
  readonly shown?: GetContentInput | undefined
  readonly lockToken?: string | undefined
}

/**
 * `PATCH {path}` changes fields, the view, the default page, the short name, and the order of the children
 * (docs/content-and-access.md, Values of fields).
 */
export const editContent: Operation<EditContentInput, EditedContent | null> = {
  permission: mayEdit,
  exclusiveSlice: true,
  values: ({ body }) => body,
  async run(context, input) {
    if (!hasPermission(context, permission.modify) && !changesOnlyDates(input.body))
      throw unauthorized(context.lineage, context.environment)
    return decideEdit(context, input)
  },
}

/** Returns the result and the change of a `PATCH` request, without checking the permission to edit the object. */
export async function decideEdit(
  context: RequestContext,
  { body, representation, shown, lockToken }: EditContentInput,
): Promise<Outcome<EditedContent | null>> {
  const sameLock = await refuseWithoutToken(context, lockToken)
  const { node, files, isTouched } = await changedNode(context, body)
  const path = await newPath(context, body)
  const orders = await decideOrder(context, body)
  const isRenamed = path !== context.node.path
  const isModified = isTouched || isRenamed || orders.length > 0
  const saved = { ...node, path, modified: isModified ? context.now : node.modified }
  const note = isTouched || isRenamed ? noteIn(body) : null
  const others = isRenamed ? await renaming(context, saved) : await dependentEntries(context, saved)
  const change: Change = {
    ...others,
    expects: [...sameLock.expects, ...(others.expects ?? [])],
    updates: isModified || node !== context.node ? [await update(context, saved, note)] : [],
    files,
    orders,
  }
  if (representation) return { change, path, show: (edited: RequestContext) => showEdited(edited, shown) }
  return change.updates?.length ? { answer: null, change } : { answer: null }
}

export function mayEdit(context: RequestContext): boolean {
  return hasPermission(context, permission.modify) || canChangeDates(context)
}

/** Returns new catalog entries for default pages, and for objects that depend on the time zone or on releases. */
async function dependentEntries(context: RequestContext, saved: ContentNode) {
  const pages = await entriesOfDefaultPages(context, saved)
  const uids = new Set(pages.entries.map(({ uid }) => uid))
  const after = withObject(context.lineage, saved)
  const released = await releaseEntries(context, context.node, after)
  const zoned = await zoneEntries(context, context.node, after)
  return { ...pages, entries: [...pages.entries, ...[...zoned, ...released].filter(({ uid }) => !uids.has(uid))] }
}

async function showEdited(context: RequestContext, shown: GetContentInput = defaultInput): Promise<EditedContent> {
  const { parts } = await partsOfContent(context, defaultInput)
  const { version: _, ...current } = shown
  return { ...(await showContent(context, current)), etag: await etagOf(context, parts) }
}

/**
 * Whether the caller may change the dates of a poll, which are the only fields that can be changed in an open or closed
 * poll (docs/polls.md, States and transitions, rule 5).
 */
function canChangeDates(context: RequestContext): boolean {
  const isSealed = context.type.id === pollType.id && ['open', 'closed'].includes(pollOf(context.node).state)
  return isSealed && hasPermission(context, permission.view) && hasPermission(context, permission.closePoll)
}

/**
 * Returns the update of the edited object. If the object is renamed, its catalog entry contains the new path, but the
 * node contains the old path, because the store renames the node later in the same change.
 */
async function update(context: RequestContext, saved: ContentNode, note: string | null): Promise<NodeUpdate> {
  const after = withObject(context.lineage, saved)
  const update = note === null ? updateOf(context.environment, after) : await editOf(context, after, { note })
  return { ...update, node: { ...saved, path: context.node.path } }
}

const maxNoteLength = 10_000

const noteIn = ({ changeNote }: JsonObject): string =>
  typeof changeNote === 'string' ? changeNote.slice(0, maxNoteLength) : ''

interface ChangedNode {
  readonly node: ContentNode
  readonly files: readonly FileBytes[]
  /** Whether the modification time changes. The value is false if only the view or the default page changes. */
  readonly isTouched: boolean
}

async function changedNode(context: RequestContext, body: JsonObject): Promise<ChangedNode> {
  const { node, type, lineage } = context
  const { values, files } = await readBody(context, { type, input: body, stored: node, lineage })
  const layout = chosenLayout(context, body)
  const isTouched = !sameJson(values, node.fields) || (typeof body.changeNote === 'string' && body.changeNote !== '')
  const fields = await withDefaultPage(context, body, values)
  const isChanged = isTouched || layout !== node.layout || fields !== values
  const changed = isChanged ? { ...node, fields, layout } : node
  return { node: changed, files, isTouched }
}

/**
 * Returns the name of the view to store. If the request does not change the view, this is the stored name, which is
 * null for the default view of the type.
 */
function chosenLayout({ node, type }: RequestContext, body: JsonObject): string | null {
  const layout = layoutIn(body)
  return layout === null || layout === (node.layout ?? type.layout) ? node.layout : layout
}

/**
 * Returns the path after the request. If the caller may not rename the object, the id in the request is ignored,
 * because clients always send it.
 */
async function newPath(context: RequestContext, { id }: JsonObject): Promise<string> {
  const { path } = context.node
  const container = containersOf(context.lineage)
  if (typeof id !== 'string' || id === '' || path === rootPath || id === idOfPath(path)) return path
  if (!hasPermissionAt(context, permission.add, container)) return path
  return joinPath(parentPath(path), await freeIdFor(context, parentPath(path), id))
}

/**
 * Returns the change that renames the object. All descendants get new catalog entries, because these entries can depend
 * on the path.
 */
async function renaming(context: RequestContext, saved: ContentNode): Promise<Change> {
  const from = context.node.path
  return {
    renames: [{ from, to: saved.path, at: context.now }],
    ...(await entriesBelow(context, from, withObject(context.lineage, saved))),
    touches: [{ path: parentPath(from), modified: context.now }],
  }
}

/** Throws unless the caller may delete the object. */
export function refuseDeletion(context: RequestContext): void {
  const { node, caller, lineage, environment } = context
  if (node.path === rootPath && caller.kind === 'member')
    throw new DomainError('forbidden', message('site.not-deletable'))
  if (node.path === rootPath || !hasPermission(context, permission.delete)) throw unauthorized(lineage, environment)
}

/**
 * `DELETE {path}` deletes the object and its descendants, but never the site root (docs/content-and-access.md,
 * Permissions, rule 5).
 */
export const deleteContent: Operation<undefined, null> = {
  permission: null,
  guard: refuseDeletion,
  async run(context) {
    const { node, now } = context
    const sameLock = await refuseLockedByOthers(context, [node])
    const touches = [{ path: parentPath(node.path), modified: now }]
    return { answer: null, change: { ...sameLock, removes: [node.path], touches } }
  },
}

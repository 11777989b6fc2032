import { containersOf, withObject } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Change, FileBytes, NodeUpdate } from '../../content/store/contentStore.js'
import type { JsonObject } from '../../foundation/json.js'
import { sameJson } from '../../foundation/json.js'
import { idOfPath, joinPath, parentPath, rootPath } from '../../foundation/paths.js'
import { pollOf } from '../../poll/poll.js'
import { changesOnlyDates } from '../../poll/pollDates.js'
import { pollType } from '../../poll/pollType.js'
import { permission } from '../../security/stockPermissions.js'
import { partsOfContent } from '../present/partsOfContent.js'
import { tagOf } from '../run/knownAnswer.js'
import type { Operation } from '../run/operation.js'
import { unauthorized } from '../run/refusals.js'
import { may, mayAt, type Visit } from '../run/visit.js'
import { editOf, updateOf } from '../write/changes.js'
import { layoutIn } from '../write/layoutIn.js'
import { freeIdFor } from '../write/naming.js'
import { decideOrder } from '../write/orderContent.js'
import { readBody } from '../write/readBody.js'
import { refuseWithoutToken } from '../write/refuseLocked.js'
import { entriesBelow } from '../write/reindex.js'
import { type ContentAnswer, nothingElse, showContent } from './getContent.js'

export interface EditedContent extends ContentAnswer {
  /** The ETag of the `getContent` answer without parameters. */
  readonly tag: string
}

export interface EditContentInput {
  readonly body: JsonObject
  /** Whether the answer contains the changed object. */
  readonly representation: boolean
  /** Token of the caller's lock on the object, if there is one. */
  readonly lockToken?: string | undefined
}

/**
 * `PATCH {path}`: changes fields, view, short name, and the order of the children (docs/content-and-access.md, Values
 * of fields).
 */
export const editContent: Operation<EditContentInput, EditedContent | null> = {
  permission: visit => may(visit, permission.modify) || mayDate(visit),
  ownTurn: true,
  values: ({ body }) => body,
  async run(visit, { body, representation, lockToken }) {
    if (!may(visit, permission.modify) && !changesOnlyDates(body)) throw unauthorized(visit.lineage, visit.environment)
    const sameLock = await refuseWithoutToken(visit, lockToken)
    const { node, files, isTouched } = await changedNode(visit, body)
    const path = await newPath(visit, body)
    const orders = await decideOrder(visit, body)
    const isRenamed = path !== visit.node.path
    const isModified = isTouched || isRenamed || orders.length > 0
    const saved = { ...node, path, modified: isModified ? visit.now : node.modified }
    const note = isTouched || isRenamed ? noteIn(body) : null
    const change: Change = {
      ...sameLock,
      updates: isModified || node !== visit.node ? [await update(visit, saved, note)] : [],
      files,
      orders,
      ...(isRenamed ? await renaming(visit, saved) : {}),
    }
    if (representation) return { change, path, show: showEdited }
    return change.updates?.length ? { answer: null, change } : { answer: null }
  },
}

async function showEdited(visit: Visit): Promise<EditedContent> {
  const { parts } = await partsOfContent(visit, nothingElse)
  return { ...(await showContent(visit)), tag: await tagOf(visit, parts) }
}

/**
 * Whether the caller may change the dates of an open or closed poll, whose other fields are sealed (docs/polls.md,
 * States and moves, rule 5).
 */
function mayDate(visit: Visit): boolean {
  const isSealed = visit.type.id === pollType.id && ['open', 'closed'].includes(pollOf(visit.node).state)
  return isSealed && may(visit, permission.view) && may(visit, permission.closePoll)
}

/** The catalog entry has the new path, the node still the old one: the store renames it later in the same change. */
async function update(visit: Visit, saved: ContentNode, note: string | null): Promise<NodeUpdate> {
  const after = withObject(visit.lineage, saved)
  const update = note === null ? updateOf(visit.environment, after) : await editOf(visit, after, { note })
  return { ...update, node: { ...saved, path: visit.node.path } }
}

const maxNoteLength = 10_000

const noteIn = ({ changeNote }: JsonObject): string =>
  typeof changeNote === 'string' ? changeNote.slice(0, maxNoteLength) : ''

interface ChangedNode {
  readonly node: ContentNode
  readonly files: readonly FileBytes[]
  /** Whether the object counts as modified; a new view alone does not. */
  readonly isTouched: boolean
}

async function changedNode(visit: Visit, body: JsonObject): Promise<ChangedNode> {
  const { node, type, lineage } = visit
  const { values, files } = await readBody(visit, { type, sent: body, stored: node, lineage })
  const layout = layoutIn(body) ?? node.layout
  const isTouched = !sameJson(values, node.fields) || (typeof body.changeNote === 'string' && body.changeNote !== '')
  const changed = isTouched || layout !== node.layout ? { ...node, fields: values, layout } : node
  return { node: changed, files, isTouched }
}

/** Ignores the id if the caller may not rename, because clients always send it with the other fields. */
async function newPath(visit: Visit, { id }: JsonObject): Promise<string> {
  const { path } = visit.node
  const container = containersOf(visit.lineage)
  if (typeof id !== 'string' || id === '' || path === rootPath || id === idOfPath(path)) return path
  if (!mayAt(visit, permission.add, container)) return path
  return joinPath(parentPath(path), await freeIdFor(visit, parentPath(path), id))
}

/** The rename, with new catalog entries for all descendants, because entries can depend on the path. */
async function renaming(visit: Visit, saved: ContentNode): Promise<Change> {
  const from = visit.node.path
  return {
    renames: [{ from, to: saved.path, at: visit.now }],
    ...(await entriesBelow(visit, from, withObject(visit.lineage, saved))),
    touches: [{ path: parentPath(from), modified: visit.now }],
  }
}

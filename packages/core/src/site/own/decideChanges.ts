import type { ContentNode, Lineage } from '../../content/node/node.js'
import type { Change, EntryUpdate, NodeUpdate } from '../../content/store/change.js'
import type { JsonObject } from '../../foundation/json.js'
import { addContent } from '../operations/addContent.js'
import { decideEdit, editContent } from '../operations/editContent.js'
import { transitionContent } from '../operations/transitionContent.js'
import type { Operation, Outcome } from '../run/operation.js'
import { createRequestContext, notFound, type RequestContext } from '../run/requestContext.js'
import { admit } from '../run/runOperation.js'
import type { OwnChange } from './ownOperation.js'

const maxChanges = 50

/**
 * Combines the changes that an operation requests into a single change to the store. Each change is based on the result
 * of the previous changes. Containers change before their items, because permissions and index values depend on
 * containers.
 */
export async function decideChanges(
  context: RequestContext,
  changes: readonly OwnChange[],
): Promise<Change | undefined> {
  if (changes.length > maxChanges)
    throw new RangeError(`An operation can make at most ${maxChanges} changes, but this one makes ${changes.length}.`)
  const [changed, created]: [Map<string, ContentNode>, Set<string>] = [new Map(), new Set()]
  const decided: Change[] = []
  for (const change of inOrder(context, changes)) {
    if (context.task.isOver()) await context.task.next()
    const next = await decide(await contextOf(context, change, { changed, created }), change)
    if (!next) continue
    if (changes.length > 1 && next.renames?.length)
      throw new Error(
        'An operation with several changes cannot rename an object. Rename it in an operation of its own.',
      )
    for (const { node } of next.updates ?? []) changed.set(node.uid, node)
    for (const { node } of next.creates ?? []) created.add(node.path)
    decided.push(next)
  }
  return decided.length > 1 ? combineChanges(decided) : decided[0]
}

/** Returns the changes of existing objects, containers first, followed by the new objects. */
const inOrder = ({ node }: RequestContext, changes: readonly OwnChange[]): readonly OwnChange[] =>
  changes.toSorted((a, b) => rankOf(a, node) - rankOf(b, node))

const rankOf = (change: OwnChange, { path }: ContentNode): number =>
  'create' in change ? Number.POSITIVE_INFINITY : (change.path ?? path).split('/').filter(Boolean).length

/** Returns the context of a change: its object and the containers of the object after the earlier changes. */
async function contextOf(
  context: RequestContext,
  { path = context.node.path }: OwnChange,
  { changed, created }: { changed: ReadonlyMap<string, ContentNode>; created: ReadonlySet<string> },
): Promise<RequestContext> {
  const lineage = (await lineageAt(context, path)).map(node => changed.get(node.uid) ?? node)
  const { slotVerdicts } = context
  for (const [uid, node] of changed) slotVerdicts.changed.set(uid, node)
  return { ...createRequestContext(context, lineage), now: context.now, slotVerdicts, newPaths: created }
}

async function lineageAt(context: RequestContext, path: string): Promise<Lineage> {
  if (path === context.node.path) return context.lineage
  const { exists, lineage } = await context.reader.open(path)
  if (!exists) throw notFound(undefined, lineage, context.environment)
  return lineage
}

/**
 * Runs the site's own operation for a change, and returns the resulting change to the store. If the change has a
 * `path`, also checks the permission that this operation requires.
 */
async function decide(context: RequestContext, change: OwnChange): Promise<Change | undefined> {
  const run = <Input>(operation: Operation<Input, unknown>, input: Input): Promise<Outcome<unknown>> => {
    if (change.path !== undefined) admit(context, operation)
    return operation.run(context, input)
  }
  if ('create' in change) return changeIn(context, await run(addContent, change.create))
  if ('transition' in change) {
    const body: JsonObject = change.comment === undefined ? {} : { comment: change.comment }
    return changeIn(context, await run(transitionContent, { transition: change.transition, body }))
  }
  const input = { body: change.update, representation: false }
  const edit = { ...editContent, run: change.path === undefined ? decideEdit : editContent.run }
  return changeIn(context, await run(edit, input))
}

/** Returns the change, with the precondition that neither the object nor its containers change before the commit. */
function changeIn({ lineage }: RequestContext, outcome: Outcome<unknown>): Change | undefined {
  if (!('change' in outcome) || !outcome.change) return undefined
  const expects = lineage.map(({ uid, revision, path }) => ({ uid, revision, path }))
  return { ...outcome.change, expects: [...(outcome.change.expects ?? []), ...expects] }
}

/**
 * Combines changes into one change that has the same effect as all changes in this order. A later update of an object
 * must be based on its earlier updates.
 */
function combineChanges(changes: readonly Change[]): Change {
  const all = <T>(listIn: (change: Change) => readonly T[] | undefined): readonly T[] =>
    changes.flatMap(change => listIn(change) ?? [])
  const updates = updatesOnce(all(change => change.updates))
  const combined: Required<Omit<Change, 'origin'>> = {
    creates: all(change => change.creates),
    updates,
    entries: entriesOnce(
      all(change => change.entries),
      updates,
    ),
    expects: all(change => change.expects),
    sizes: all(change => change.sizes),
    overlaps: all(change => change.overlaps),
    touches: all(change => change.touches),
    removes: all(change => change.removes),
    renames: all(change => change.renames),
    orders: all(change => change.orders),
    files: all(change => change.files),
    expectedFiles: all(change => change.expectedFiles),
    removeAliases: all(change => change.removeAliases),
    aliases: all(change => change.aliases),
    locks: all(change => change.locks),
    clearBallots: all(change => change.clearBallots),
    replaceBallots: all(change => change.replaceBallots),
    events: all(change => change.events),
    mails: all(change => change.mails),
  }
  return combined
}

/**
 * Combines the updates of each object into one. An update without search words retains the search words of an earlier
 * update.
 */
function updatesOnce(updates: readonly NodeUpdate[]): readonly NodeUpdate[] {
  const byUid = new Map<string, NodeUpdate>()
  for (const update of updates) {
    const { uid } = update.node
    const before = byUid.get(uid)
    byUid.set(uid, before ? combined(before, update) : update)
  }
  return [...byUid.values()]
}

function combined(before: NodeUpdate, after: NodeUpdate): NodeUpdate {
  const { isClaim: _, ...rest } = before
  return {
    ...rest,
    ...after,
    entry: { ...before.entry, ...after.entry },
    records: [...(before.records ?? []), ...(after.records ?? [])],
    transitions: [...(before.transitions ?? []), ...(after.transitions ?? [])],
  }
}

/**
 * Returns the last catalog entry of each object without an update. The updates already contain the catalog entries of
 * the other objects.
 */
function entriesOnce(entries: readonly EntryUpdate[], updates: readonly NodeUpdate[]): readonly EntryUpdate[] {
  const byUid = new Map(entries.map(entry => [entry.uid, entry]))
  for (const { node } of updates) byUid.delete(node.uid)
  return [...byUid.values()]
}

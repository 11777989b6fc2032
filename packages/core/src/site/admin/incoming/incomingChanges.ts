import { catalogEntry } from '../../../content/catalog/catalogEntry.js'
import type { ContentNode, Lineage } from '../../../content/node/node.js'
import type { ContentReader } from '../../../content/store/contentReader.js'
import { personIdField } from '../../../event/personId.js'
import { type JsonValue, sameJson } from '../../../foundation/json.js'
import { isAtOrBelow, parentPath, rootPath } from '../../../foundation/paths.js'
import type { Task } from '../../../foundation/scheduler.js'
import { exportVotes, importVotes } from '../../../poll/exportedVotes.js'
import type { StoredHistory, WholeChange } from '../../../portable/wholeStore.js'
import { choosePersonIds, isPresenter } from '../../run/personIds.js'
import { type Changed, entriesAround } from './entriesAround.js'
import { type ImportedObject, importObject } from './incomingNode.js'
import type { IncomingObject, IncomingSite } from './incomingSite.js'
import type { PlannedObject } from './plannedObject.js'
import type { SitePlan } from './planSite.js'
import { createRelocations, type Relocations, siblingOrders } from './relocations.js'

export async function* incomingChanges(input: WriteInput): AsyncGenerator<WholeChange> {
  const { target, order, surroundings, reader, task } = input
  const moves = createRelocations(surroundings, target.environment.now())
  const changed = new Map<string, Changed>()
  const personIds = new Set<number>()
  let containers: Lineage = []
  for (const incoming of order) {
    if (task.isOver()) await task.next()
    yield* moves.relocate(incoming)
    containers = await containersAt(incoming.path, containers, reader)
    const result = await writeOne(input, containers, { incoming, moves, personIds })
    if (result.change) yield result.change
    const { stored, importedObject } = result
    if (stored && result.outcome === 'changed') changed.set(stored.uid, { before: stored, after: importedObject.node })
    containers = [...containers, importedObject.node]
  }
  yield* moves.end()
  yield* siblingOrders({ ...surroundings, order, reader })
  yield* entriesAround({ environment: target.environment, reader, task, changed, current: moves.current })
}

interface ObjectToWrite {
  readonly incoming: PlannedObject
  readonly moves: Relocations
  /** The presenter ids that have already been assigned. */
  readonly personIds: Set<number>
}

async function writeOne(input: WriteInput, containers: Lineage, { incoming, moves, personIds }: ObjectToWrite) {
  const { source, surroundings, reader, onObject } = input
  const { object } = await source.object(incoming.uid)
  if (!object) throw new Error(`The object ${incoming.uid} can no longer be read.`)
  const existing = surroundings.present.get(incoming.uid)
  const stored = existing ? ((await reader.nodes([existing.uid]))[0] ?? null) : null
  const importedObject =
    stored?.path === rootPath
      ? importRoot(input, stored, object)
      : withPlansOf(
          stored,
          importObject(input.target, containers, await withPersonId(input, object, { stored, personIds })),
        )
  const lineage = [...containers, importedObject.node]
  const change = stored
    ? await changeOfPresent(input, lineage, { importedObject, object, stored, path: moves.current(stored.path) })
    : await creationOf(input, lineage, { importedObject, object })
  const outcome = stored ? (change ? 'changed' : 'equal') : 'created'
  const result = { object, importedObject, stored, outcome } as const
  onObject(result)
  return { ...result, change }
}

/**
 * Sets the id of a presenter to the id in the export if it is unused, otherwise to the stored id if it is unused, and
 * otherwise to a new id.
 */
async function withPersonId(
  { target: { environment }, reader, task }: WriteInput,
  object: IncomingObject,
  { stored, personIds }: { readonly stored: ContentNode | null; readonly personIds: Set<number> },
): Promise<IncomingObject> {
  if (!isPresenter({ environment }, object)) return object
  const { name } = personIdField
  const { uid, hiddenValues } = object
  const fields = { ...hiddenValues, [name]: hiddenValues[name] ?? stored?.fields[name] ?? null }
  const options = { claimed: personIds, displaces: false }
  const { ids } = await choosePersonIds({ environment, reader, task }, [{ uid, fields }], options)
  return { ...object, hiddenValues: { ...hiddenValues, [name]: ids.get(uid) ?? null } }
}

/** Copies the stored planned transitions to the imported object, because exports do not contain them. */
const withPlansOf = (stored: ContentNode | null, imported: ImportedObject): ImportedObject =>
  stored?.plans ? { ...imported, node: { ...imported.node, plans: stored.plans } } : imported

/**
 * Returns the containers of a path. If possible, they are taken from the lineage of the object before the import,
 * because this requires no query.
 */
async function containersAt(path: string, before: Lineage, reader: ContentReader): Promise<Lineage> {
  if (path === rootPath) return []
  const above = before.filter(node => node.path !== path && isAtOrBelow(path, node.path))
  if (above.at(-1)?.path === parentPath(path)) return above
  return (await reader.open(parentPath(path))).lineage
}

async function creationOf(
  { target: { environment }, task }: WriteInput,
  lineage: Lineage,
  { importedObject, object }: { readonly importedObject: ImportedObject; readonly object: IncomingObject },
): Promise<WholeChange> {
  const ballots = object.votes === undefined ? null : importVotes(object.votes)
  return {
    creates: [{ node: importedObject.node, entry: await catalogEntry(lineage, environment, task), records: [] }],
    histories: [importedObject.history],
    ...(ballots ? { replaceBallots: [{ poll: importedObject.node.uid, ballots }] } : {}),
  }
}

/**
 * Returns the site root with the imported values, which replace the stored values. All other values of the site root
 * remain unchanged.
 */
function importRoot(
  { target, rootFields }: Pick<WriteInput, 'target' | 'rootFields'>,
  stored: ContentNode,
  object: IncomingObject,
): ImportedObject {
  const { node } = importObject(target, [], object)
  const { uid, path, type, created, modified, creator, revision, states } = stored
  return {
    node: {
      ...node,
      ...{ uid, path, type, created, modified, creator, revision, states },
      fields: { ...stored.fields, ...node.fields, ...rootFields },
      permissions: { ...stored.permissions, ...node.permissions },
      localRoles: { ...stored.localRoles, ...node.localRoles },
    },
    history: { uid, records: [], versions: [] },
  }
}

interface Present {
  readonly importedObject: ImportedObject
  readonly object: IncomingObject
  readonly stored: ContentNode
  readonly path: string
}

async function changeOfPresent(
  { target: { environment }, reader, task }: Pick<WriteInput, 'target' | 'reader' | 'task'>,
  lineage: Lineage,
  { importedObject, object, stored, path }: Present,
): Promise<WholeChange | null> {
  const isRoot = lineage.length === 1
  const ballots = await changedBallots(reader, stored.uid, object.votes)
  const hasOtherHistory = !isRoot && !(await hasHistory(reader, importedObject.history))
  if (!ballots && !hasOtherHistory && sameNode(importedObject.node, stored)) return null
  const { revision } = stored
  const entry = await catalogEntry(lineage, environment, task)
  return {
    updates: [{ node: { ...importedObject.node, revision, path }, entry }],
    ...(hasOtherHistory ? { histories: [importedObject.history] } : {}),
    ...(ballots ? { replaceBallots: [{ poll: stored.uid, ballots }] } : {}),
  }
}

const sameNode = (a: ContentNode, b: ContentNode): boolean =>
  sameJson({ ...a, revision: 0 } as unknown as JsonValue, { ...b, revision: 0 } as unknown as JsonValue)

async function hasHistory(reader: ContentReader, { uid, records, versions }: StoredHistory): Promise<boolean> {
  const isSame = (a: unknown, b: unknown): boolean => sameJson(a as JsonValue, b as JsonValue)
  if (!isSame(await reader.records(uid), records)) return false
  if ((await reader.versions(uid)).length !== versions.length) return false
  for (const version of versions) if (!isSame(await reader.version(uid, version.number), version)) return false
  return true
}

async function changedBallots(reader: ContentReader, uid: string, votes: JsonValue | undefined) {
  const ballots = votes === undefined ? null : importVotes(votes)
  const isSame = ballots && sameJson(exportVotes(await reader.ballots(uid)), exportVotes(ballots))
  return isSame ? null : ballots
}

interface WriteInput extends Pick<SitePlan, 'target' | 'order' | 'surroundings' | 'rootFields'> {
  readonly source: IncomingSite
  readonly reader: ContentReader
  readonly task: Task
  readonly onObject: (written: WrittenObject) => void
}

export interface WrittenObject {
  readonly object: IncomingObject
  readonly importedObject: ImportedObject
  readonly outcome: 'created' | 'changed' | 'equal'
  /** The object before the import, or null if the object is new. */
  readonly stored: ContentNode | null
}

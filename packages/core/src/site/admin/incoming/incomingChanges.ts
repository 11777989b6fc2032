import { catalogEntry } from '../../../content/catalog/catalogEntry.js'
import type { Lineage } from '../../../content/node/lineage.js'
import type { ContentReader } from '../../../content/store/contentReader.js'
import { isAtOrBelow, parentPath, rootPath } from '../../../foundation/paths.js'
import { importVotes } from '../../../poll/exportedVotes.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import { type Changed, entriesAround } from './entriesAround.js'
import { type ArrivedObject, arrive } from './incomingNode.js'
import type { IncomingObject } from './incomingSite.js'
import type { PlannedObject } from './plannedObject.js'
import { arriveAtRoot, changeOfPresent } from './presentObjects.js'
import { createRelocations, type Relocations } from './relocations.js'
import { siblingOrders } from './siblingOrder.js'
import type { WriteInput } from './writeInput.js'

/** The changes that import the objects: one for each object that is new or differs. */
export async function* incomingChanges(input: WriteInput): AsyncGenerator<WholeChange> {
  const { arrival, order, surroundings, reader, task } = input
  const moves = createRelocations(surroundings, arrival.environment.now())
  const changed = new Map<string, Changed>()
  let containers: Lineage = []
  for (const incoming of order) {
    if (task.isOver()) await task.next()
    yield* moves.relocate(incoming)
    containers = await containersAt(incoming.path, containers, reader)
    const result = await writeOne(input, containers, { incoming, moves })
    if (result.change) yield result.change
    const { stored, arrived } = result
    if (stored && result.outcome === 'changed') changed.set(stored.uid, { before: stored, after: arrived.node })
    containers = [...containers, arrived.node]
  }
  yield* moves.end()
  yield* siblingOrders({ ...surroundings, order, reader })
  yield* entriesAround({ environment: arrival.environment, reader, task, changed, current: moves.current })
}

interface ObjectToWrite {
  readonly incoming: PlannedObject
  readonly moves: Relocations
}

async function writeOne(input: WriteInput, containers: Lineage, { incoming, moves }: ObjectToWrite) {
  const { source, surroundings, reader, onObject } = input
  const { object } = await source.object(incoming.uid)
  if (!object) throw new Error(`The object ${incoming.uid} can no longer be read.`)
  const existing = surroundings.present.get(incoming.uid)
  const stored = existing ? ((await reader.nodes([existing.uid]))[0] ?? null) : null
  const arrived =
    stored?.path === rootPath ? arriveAtRoot(input, stored, object) : arrive(input.arrival, containers, object)
  const lineage = [...containers, arrived.node]
  const change = stored
    ? await changeOfPresent(input, lineage, { arrived, object, stored, path: moves.current(stored.path) })
    : await creationOf(input, lineage, { arrived, object })
  const outcome = stored ? (change ? 'changed' : 'equal') : 'made'
  const result = { object, arrived, stored, outcome } as const
  onObject(result)
  return { ...result, change }
}

/** The containers of a path: shared with the previous object if possible, otherwise read from the site. */
async function containersAt(path: string, before: Lineage, reader: ContentReader): Promise<Lineage> {
  if (path === rootPath) return []
  const above = before.filter(node => node.path !== path && isAtOrBelow(path, node.path))
  if (above.at(-1)?.path === parentPath(path)) return above
  return (await reader.open(parentPath(path))).lineage
}

interface Arriving {
  readonly arrived: ArrivedObject
  readonly object: IncomingObject
}

async function creationOf(
  { arrival: { environment }, task }: WriteInput,
  lineage: Lineage,
  { arrived, object }: Arriving,
): Promise<WholeChange> {
  const ballots = object.votes === undefined ? null : importVotes(object.votes)
  return {
    creates: [{ node: arrived.node, entry: await catalogEntry(lineage, environment, task), records: [] }],
    histories: [arrived.history],
    ...(ballots ? { replaceBallots: [{ poll: arrived.node.uid, ballots }] } : {}),
  }
}

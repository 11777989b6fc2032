import { catalogEntry } from '../../../content/catalog/catalogEntry.js'
import type { Lineage } from '../../../content/node/lineage.js'
import type { ContentNode } from '../../../content/node/node.js'
import type { ContentReader } from '../../../content/store/contentStore.js'
import { isAtOrBelow, parentPath, rootPath } from '../../../foundation/paths.js'
import type { Work } from '../../../foundation/turns.js'
import { importVotes } from '../../../poll/exportedVotes.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import { type Changed, entriesAround } from './entriesAround.js'
import { type Arrival, type ArrivedObject, arrive } from './incomingNode.js'
import type { Coming, Surroundings } from './incomingPlan.js'
import type { IncomingObject, IncomingSite } from './incomingSite.js'
import { createMoves, type Moves } from './moves.js'
import { arriveAtRoot, changeOfPresent } from './presentObjects.js'
import { siblingOrders } from './siblingOrder.js'

export interface ToWrite {
  readonly arrival: Arrival
  readonly source: IncomingSite
  readonly order: readonly Coming[]
  readonly around: Surroundings
  readonly reader: ContentReader
  readonly work: Work
  /** Additional values of the site root. */
  readonly rootFields: ContentNode['fields']
  readonly onObject: (written: WrittenObject) => void
}

export interface WrittenObject {
  readonly object: IncomingObject
  readonly arrived: ArrivedObject
  readonly outcome: 'made' | 'changed' | 'equal'
  /** The object before the import. */
  readonly stored: ContentNode | null
}

/** The changes that import the objects: one for each object that is new or differs. */
export async function* incomingChanges(writing: ToWrite): AsyncGenerator<WholeChange> {
  const { arrival, order, around, reader, work } = writing
  const moves = createMoves(around, arrival.environment.now())
  const changed = new Map<string, Changed>()
  let containers: Lineage = []
  for (const coming of order) {
    if (work.isOver()) await work.next()
    yield* moves.bring(coming)
    containers = await containersAt(coming.path, containers, reader)
    const written = await writeOne(writing, containers, { coming, moves })
    if (written.change) yield written.change
    const { stored, arrived } = written
    if (stored && written.outcome === 'changed') changed.set(stored.uid, { before: stored, after: arrived.node })
    containers = [...containers, arrived.node]
  }
  yield* moves.end()
  yield* siblingOrders({ ...around, order, reader })
  yield* entriesAround({ environment: arrival.environment, reader, work, changed, current: moves.current })
}

interface Writing {
  readonly coming: Coming
  readonly moves: Moves
}

async function writeOne(writing: ToWrite, containers: Lineage, { coming, moves }: Writing) {
  const { source, around, reader, onObject } = writing
  const { object } = await source.object(coming.uid)
  if (!object) throw new Error(`The object ${coming.uid} cannot be read any more.`)
  const known = around.present.get(coming.uid)
  const stored = known ? ((await reader.nodes([known.uid]))[0] ?? null) : null
  const arrived =
    stored?.path === rootPath ? arriveAtRoot(writing, stored, object) : arrive(writing.arrival, containers, object)
  const lineage = [...containers, arrived.node]
  const change = stored
    ? await changeOfPresent(writing, lineage, { arrived, object, stored, path: moves.current(stored.path) })
    : await creationOf(writing, lineage, { arrived, object })
  const outcome = stored ? (change ? 'changed' : 'equal') : 'made'
  const written = { object, arrived, stored, outcome } as const
  onObject(written)
  return { ...written, change }
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
  { arrival: { environment }, work }: ToWrite,
  lineage: Lineage,
  { arrived, object }: Arriving,
): Promise<WholeChange> {
  const ballots = object.votes === undefined ? null : importVotes(object.votes)
  return {
    creates: [{ node: arrived.node, entry: await catalogEntry(lineage, environment, work), records: [] }],
    histories: [arrived.history],
    ...(ballots ? { replaceBallots: [{ poll: arrived.node.uid, ballots }] } : {}),
  }
}

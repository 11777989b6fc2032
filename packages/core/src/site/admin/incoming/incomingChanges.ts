import { catalogEntry } from '../../../content/catalog/catalogEntry.js'
import type { Lineage } from '../../../content/node/lineage.js'
import type { ContentNode } from '../../../content/node/node.js'
import type { ContentReader } from '../../../content/store/contentStore.js'
import { isAtOrBelow, parentPath, rootPath } from '../../../foundation/paths.js'
import type { Work } from '../../../foundation/turns.js'
import { importVotes } from '../../../poll/exportedVotes.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import { type Arrival, type ArrivedObject, arrive } from './incomingNode.js'
import type { Coming } from './incomingPlan.js'
import type { IncomingObject, IncomingSite } from './incomingSite.js'
import { arriveAtRoot, changeOfPresent } from './presentObjects.js'

export interface ToWrite {
  readonly arrival: Arrival
  readonly source: IncomingSite
  readonly order: readonly Coming[]
  readonly reader: ContentReader
  readonly work: Work
  /** Values that the site root gets beside those that come in. */
  readonly rootFields: ContentNode['fields']
  readonly onObject: (written: WrittenObject) => void
}

export interface WrittenObject {
  readonly object: IncomingObject
  readonly arrived: ArrivedObject
  readonly outcome: 'made' | 'changed' | 'equal'
  /** The object as it was. */
  readonly stored: ContentNode | null
}

/** The changes by which objects come in, one for each that is not there already as it is to be. */
export async function* incomingChanges(writing: ToWrite): AsyncGenerator<WholeChange> {
  const { source, order, reader, work, onObject } = writing
  let containers: Lineage = []
  for (const { uid, path } of order) {
    if (work.isOver()) await work.next()
    const { object } = await source.object(uid)
    if (!object) throw new Error(`The object ${uid} cannot be read any more.`)
    containers = await containersAt(path, containers, reader)
    const stored = await storedOf(object, reader)
    const arrived =
      stored?.path === rootPath ? arriveAtRoot(writing, stored, object) : arrive(writing.arrival, containers, object)
    const lineage = [...containers, arrived.node]
    const change = stored
      ? await changeOfPresent(writing, lineage, { arrived, object, stored })
      : await creationOf(writing, lineage, { arrived, object })
    onObject({ object, arrived, stored, outcome: stored ? (change ? 'changed' : 'equal') : 'made' })
    if (change) yield change
    containers = lineage
  }
}

/** The containers of a path: those of the object that came before, as far as they are the same, else those of the site. */
async function containersAt(path: string, before: Lineage, reader: ContentReader): Promise<Lineage> {
  if (path === rootPath) return []
  const above = before.filter(node => node.path !== path && isAtOrBelow(path, node.path))
  if (above.at(-1)?.path === parentPath(path)) return above
  return (await reader.open(parentPath(path))).lineage
}

async function storedOf({ uid, path }: IncomingObject, reader: ContentReader): Promise<ContentNode | null> {
  if (path === rootPath) return (await reader.open(rootPath)).lineage[0] ?? null
  return (await reader.nodes([uid]))[0] ?? null
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

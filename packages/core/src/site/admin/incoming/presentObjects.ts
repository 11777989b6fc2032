import { catalogEntry } from '../../../content/catalog/catalogEntry.js'
import type { Lineage } from '../../../content/node/lineage.js'
import type { ContentNode } from '../../../content/node/node.js'
import type { ContentReader } from '../../../content/store/contentReader.js'
import { type JsonValue, sameJson } from '../../../foundation/json.js'
import { exportVotes, importVotes } from '../../../poll/exportedVotes.js'
import type { StoredHistory, WholeChange } from '../../../portable/wholeStore.js'
import { type ArrivedObject, arrive } from './incomingNode.js'
import type { IncomingObject } from './incomingSite.js'
import type { WriteInput } from './writeInput.js'

/** The site root with the imported values; its other values stay. */
export function arriveAtRoot(
  { arrival, rootFields }: Pick<WriteInput, 'arrival' | 'rootFields'>,
  stored: ContentNode,
  object: IncomingObject,
): ArrivedObject {
  const { node } = arrive(arrival, [], object)
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
  readonly arrived: ArrivedObject
  readonly object: IncomingObject
  readonly stored: ContentNode
  /** Its current path. */
  readonly path: string
}

/** The update that brings an existing object to its imported state; null if equal. */
export async function changeOfPresent(
  { arrival: { environment }, reader, task }: Pick<WriteInput, 'arrival' | 'reader' | 'task'>,
  lineage: Lineage,
  { arrived, object, stored, path }: Present,
): Promise<WholeChange | null> {
  const isRoot = lineage.length === 1
  const ballots = await changedBallots(reader, stored.uid, object.votes)
  const hasOtherHistory = !isRoot && !(await hasHistory(reader, arrived.history))
  if (!ballots && !hasOtherHistory && sameNode(arrived.node, stored)) return null
  const { revision } = stored
  const entry = await catalogEntry(lineage, environment, task)
  return {
    updates: [{ node: { ...arrived.node, revision, path }, entry }],
    ...(hasOtherHistory ? { histories: [arrived.history] } : {}),
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

import { catalogFacts } from '../../content/catalog/catalogEntry.js'
import { hasBehavior } from '../../content/model/model.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Change, NodeUpdate } from '../../content/store/change.js'
import {
  generatedPersonId,
  importedPersonId,
  personIdField,
  personIdIndex,
  storedPersonId,
} from '../../event/personId.js'
import { presenterBehavior } from '../../event/presenter.js'
import { openEach, readNodes, scanFew } from './openEach.js'
import type { RequestContext } from './requestContext.js'

type Reading = Pick<RequestContext, 'environment' | 'reader' | 'task'>

/**
 * Assigns a unique id to each new presenter. An imported presenter keeps the id from the file. If this id was generated
 * for another presenter, the other presenter gets a new id (docs/schedule.md, Files for schedule apps).
 */
export async function withPersonIds(reading: Reading, change: Change): Promise<Change> {
  const { creates = [], updates = [] } = change
  const needing = [
    ...creates.filter(({ node }) => isPresenter(reading, node)),
    ...updates.filter(({ node }) => isPresenter(reading, node) && hasOtherId(node)),
  ].map(({ node }) => node)
  if (needing.length === 0) return change
  const { ids, displaced } = await choosePersonIds(reading, needing)
  const all = new Map([...displaced, ...ids])
  const others = [...displaced.keys()].filter(uid => !updates.some(({ node }) => node.uid === uid))
  return {
    ...change,
    creates: creates.map(creation => withId(creation, all)),
    updates: [...updates, ...(await updatesOf(reading, others))].map(update => withId(update, all)),
  }
}

export const isPresenter = (
  { environment: { registry } }: Pick<Reading, 'environment'>,
  node: Pick<ContentNode, 'type'>,
): boolean => {
  const type = registry.types.get(node.type)
  return type !== undefined && hasBehavior(type, presenterBehavior.name)
}

const hasOtherId = ({ fields }: ContentNode): boolean => {
  const id = storedPersonId(fields)
  return id === null || (importedPersonId(fields) ?? id) !== id
}

const withId = <E extends NodeUpdate>(edit: E, ids: ReadonlyMap<string, number>): E => {
  const id = ids.get(edit.node.uid)
  if (id === undefined) return edit
  const { node, entry } = edit
  return {
    ...edit,
    node: { ...node, fields: { ...node.fields, [personIdField.name]: id } },
    entry: { ...entry, indexes: { ...entry.indexes, [personIdIndex]: id } },
  }
}

interface ChosenIds {
  readonly ids: ReadonlyMap<string, number>
  /** The new ids, by UID, of stored presenters whose previous ids were assigned to imported presenters. */
  readonly displaced: ReadonlyMap<string, number>
}

interface ChoiceOptions {
  /** The ids that have already been assigned. `choosePersonIds` adds the ids that it assigns. */
  readonly claimed?: Set<number>
  /** Whether an imported presenter can take over an id that was generated for a stored presenter. */
  readonly displaces?: boolean
}

type Identified = Pick<ContentNode, 'uid' | 'fields'>

export async function choosePersonIds(
  reading: Reading,
  presenters: readonly Identified[],
  { claimed = new Set<number>(), displaces = true }: ChoiceOptions = {},
): Promise<ChosenIds> {
  const preferred = presenters.map(node => [node, preferredIds(node)] as const)
  const holders = await holdersOf(reading, [...new Set(preferred.flatMap(([, ids]) => ids))])
  const ids = new Map<string, number>()
  const displaced = new Map<string, number>()
  const claim = (uid: string, id: number): void => {
    ids.set(uid, id)
    claimed.add(id)
  }
  for (const [node, candidates] of preferred) {
    if (reading.task.isOver()) await reading.task.next()
    const imported = importedPersonId(node.fields)
    const id = candidates.find(candidate => {
      const holder = holders.get(candidate)
      const isFree = !holder || holder.uid === node.uid || (displaces && candidate === imported && !isImported(holder))
      return isFree && !claimed.has(candidate)
    })
    claim(node.uid, id ?? (await freeId(reading, node.uid, claimed)))
  }
  for (const [id, holder] of holders)
    if (claimed.has(id) && ids.get(holder.uid) === undefined) {
      const other = await freeId(reading, holder.uid, claimed)
      displaced.set(holder.uid, other)
      claimed.add(other)
    }
  return { ids, displaced }
}

const preferredIds = ({ uid, fields }: Identified): readonly number[] =>
  [importedPersonId(fields), storedPersonId(fields), generatedPersonId(uid)].filter(id => id !== null)

const isImported = ({ fields }: Identified): boolean => importedPersonId(fields) === storedPersonId(fields)

async function freeId(reading: Reading, uid: string, claimed: ReadonlySet<number>): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const id = generatedPersonId(uid, attempt)
    if (!claimed.has(id) && (await holdersOf(reading, [id])).size === 0) return id
  }
}

const chunkSize = 200

async function holdersOf(reading: Reading, ids: readonly number[]): Promise<ReadonlyMap<number, ContentNode>> {
  const holders = new Map<number, ContentNode>()
  for (let start = 0; start < ids.length; start += chunkSize) {
    const where = [{ kind: 'any', index: personIdIndex, values: ids.slice(start, start + chunkSize) } as const]
    const hits = await scanFew(reading, { principals: 'system', where })
    for (const node of await readNodes(
      reading,
      hits.map(({ uid }) => uid),
    )) {
      const id = storedPersonId(node.fields)
      if (id !== null && !holders.has(id)) holders.set(id, node)
    }
  }
  return holders
}

async function updatesOf(reading: Reading, uids: readonly string[]): Promise<readonly NodeUpdate[]> {
  if (uids.length === 0) return []
  const opened = await openEach(reading, await readNodes(reading, uids))
  return opened.map(([node, lineage]) => ({ node, entry: catalogFacts(lineage, reading.environment) }))
}

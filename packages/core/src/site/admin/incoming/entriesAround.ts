import { chosenPage, isItemOf } from '../../../content/node/defaultPage.js'
import type { ContentNode, Lineage } from '../../../content/node/node.js'
import type { EntryUpdate } from '../../../content/store/change.js'
import type { ObjectReader } from '../../../content/store/contentReader.js'
import { sameJson } from '../../../foundation/json.js'
import { coveringPaths, parentPath } from '../../../foundation/paths.js'
import { eachOf, type Task } from '../../../foundation/scheduler.js'
import type { WholeChange } from '../../../portable/wholeStore.js'
import { samePermissions } from '../../../security/permissions.js'
import type { Environment } from '../../run/environment.js'
import { reindexingOf } from '../../write/changes.js'

export interface Changed {
  readonly before: ContentNode
  readonly after: ContentNode
}

interface EntriesInput {
  readonly environment: Environment
  readonly reader: ObjectReader
  readonly task: Task
  readonly changed: ReadonlyMap<string, Changed>
  current(stored: string): string
}

/** The maximum number of catalog entries per change. */
const batchSize = 100

/**
 * Updates the catalog entries of unchanged objects whose visibility may have changed: default pages, and descendants of
 * objects with a new path or new access rights.
 */
export async function* entriesAround(input: EntriesInput): AsyncGenerator<WholeChange> {
  const { reader, task, environment, changed, current } = input
  const tops = coveringPaths([...changed.values()].filter(affectsDescendants).map(({ before }) => before.path))
  let entries: EntryUpdate[] = []
  for (const top of tops) {
    const lineages = new Map<string, Lineage>()
    for await (const node of eachOf(reader.subtree(top), task)) {
      const after = changed.get(node.uid)?.after ?? { ...node, path: current(node.path) }
      const above = lineages.get(parentPath(node.path)) ?? (await containersOf(input, node.path))
      lineages.set(node.path, [...above, after])
      if (!changed.has(node.uid)) entries.push(reindexingOf(environment, [...above, after]))
      if (entries.length < batchSize) continue
      yield { entries }
      entries = []
    }
  }
  if (entries.length > 0) yield { entries }
  for (const change of changed.values()) {
    const pageEntries = await entriesOfPages(input, change)
    if (pageEntries.length > 0) yield { entries: pageEntries }
  }
}

async function entriesOfPages(
  { reader, environment, changed, current }: EntriesInput,
  { before, after }: Changed,
): Promise<readonly EntryUpdate[]> {
  const [former, present] = [chosenPage(before), chosenPage(after)]
  if (former === present) return []
  const uids = [former, present].filter(uid => uid !== null).filter(uid => !changed.has(uid))
  const { lineage } = await reader.open(before.path)
  const container = lineage.map(node => changed.get(node.uid)?.after ?? node)
  const items = (await reader.nodes(uids)).map(node => ({ ...node, path: current(node.path) }))
  return items
    .filter(({ path }) => isItemOf(path, after.path))
    .map(item => reindexingOf(environment, [...container, item]))
}

const affectsDescendants = ({ before, after }: Changed): boolean =>
  before.path !== after.path ||
  before.type !== after.type ||
  before.blockLocalRoles !== after.blockLocalRoles ||
  !samePermissions(before.permissions, after.permissions) ||
  !sameJson(before.localRoles, after.localRoles)

async function containersOf({ reader, changed }: EntriesInput, path: string): Promise<Lineage> {
  const { lineage } = await reader.open(path)
  return lineage.slice(0, -1).map(node => changed.get(node.uid)?.after ?? node)
}

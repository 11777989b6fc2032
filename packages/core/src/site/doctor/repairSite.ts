import { catalogEntry } from '../../content/catalog/catalogEntry.js'
import { type Lineage, objectOf } from '../../content/node/node.js'
import type { NodeUpdate } from '../../content/store/change.js'
import type { ContentReader } from '../../content/store/contentReader.js'
import type { Task } from '../../foundation/scheduler.js'
import type { ExpectedEntry, WholeReader } from '../../portable/wholeStore.js'
import { samePermissions } from '../../security/permissions.js'
import { permissionsOf } from '../admin/repairPermissions.js'
import { lineagesByPath, wholeOf } from '../portable/wholeOf.js'
import { type Environment, readRoot } from '../run/environment.js'
import { type ObjectRef, openEach } from '../run/openEach.js'
import { type Decision, decideAndCommit } from '../run/untilCommitted.js'
import { updateOf } from '../write/changes.js'
import { examineAliases } from './examineOthers.js'
import { repairPresenterIds } from './presenterIds.js'

/**
 * Recomputes derived data: permissions, catalog entries, ids of presenters, aliases, and the derived data of the store.
 * Skips objects that change concurrently.
 */
export async function repairSite(environment: Environment): Promise<void> {
  const at = environment.at(await readRoot(environment))
  for (const locations of inGroups(await objectsToRepair(at)))
    await decideAndCommit(at, (reader, task) => repairSome(at, { reader, task }, locations))
  await repairCatalog(at)
  await repairPresenterIds(at)
  await repairAliases(at)
  await wholeOf(at).rewrite([])
  // Earlier Plenum versions and interrupted imports can leave orphaned files behind.
  await wholeOf(at).sweepFiles(at.scheduler)
}

const batchSize = 100

function* inGroups<T>(items: readonly T[]): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += batchSize) yield items.slice(start, start + batchSize)
}

/** Yields the lineages of all objects in chunks, except objects of types that the model does not define. */
async function* lineagesIn(
  { registry, scheduler }: Environment,
  whole: WholeReader,
): AsyncGenerator<readonly Lineage[]> {
  const lineageOf = lineagesByPath()
  for await (const batch of whole.parts('object')) {
    if (scheduler.isOver()) await scheduler.next()
    yield batch.map(({ node }) => lineageOf(node)).filter(lineage => registry.types.has(objectOf(lineage).type))
  }
}

const objectsToRepair = (at: Environment): Promise<readonly ObjectRef[]> =>
  wholeOf(at).read(async whole => {
    const locations: ObjectRef[] = []
    for await (const lineages of lineagesIn(at, whole))
      for (const { uid, path, ...node } of lineages.map(objectOf))
        if (!samePermissions(permissionsOf(at, { uid, path, ...node }), node.permissions)) locations.push({ uid, path })
    return locations
  })

async function repairSome(
  at: Environment,
  reading: { readonly reader: ContentReader; readonly task: Task },
  locations: readonly ObjectRef[],
): Promise<Decision<null>> {
  const updates: NodeUpdate[] = []
  for (const [, lineage] of await openEach(reading, locations)) {
    const node = objectOf(lineage)
    const repaired = { ...node, permissions: permissionsOf(at, node) }
    updates.push(updateOf(at, [...lineage.slice(0, -1), repaired]))
  }
  return { answer: null, change: { updates } }
}

/**
 * Corrects the catalog entries of all objects. This function must run after the repair of permissions, because the
 * catalog entries of descendants depend on permissions.
 */
async function repairCatalog(at: Environment): Promise<void> {
  const whole = wholeOf(at)
  await whole.read(async reader => {
    for await (const lineages of lineagesIn(at, reader)) {
      const expected: ExpectedEntry[] = []
      for (const lineage of lineages) expected.push(await expectedOf(at, lineage))
      const mismatched = new Set(await reader.otherEntries(expected))
      if (mismatched.size > 0)
        await whole.rewrite(
          expected.filter(({ uid }) => mismatched.has(uid)),
          at.scheduler,
        )
    }
  })
}

async function expectedOf(at: Environment, lineage: Lineage): Promise<ExpectedEntry> {
  const { uid, revision } = objectOf(lineage)
  return { uid, revision, entry: await catalogEntry(lineage, at, at.scheduler) }
}

async function repairAliases(at: Environment): Promise<void> {
  const paths: string[] = []
  await wholeOf(at).read(async whole => {
    const examination = { environment: at, whole, slice: at.scheduler, newDigest: noDigest }
    for await (const finding of examineAliases(examination)) if (finding.kind === 'alias') paths.push(finding.path)
  })
  for (const group of inGroups(paths))
    await at.store.commit({ removeAliases: group.map(path => ({ path })) }, at.scheduler)
}

const noDigest = () => ({ update: () => {}, digest: () => new Uint8Array() })

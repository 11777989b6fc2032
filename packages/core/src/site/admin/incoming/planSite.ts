import type { FieldValues } from '../../../content/node/node.js'
import type { ContentReader } from '../../../content/store/contentReader.js'
import { eventType } from '../../../event/eventRoot.js'
import { DomainError, message } from '../../../foundation/messages.js'
import { idOfPath, joinPath, parentPath, rootPath } from '../../../foundation/paths.js'
import { eachOf, type Task, type TimeSlice } from '../../../foundation/scheduler.js'
import type { StoredAlias } from '../../../portable/wholeStore.js'
import type { Environment } from '../../run/environment.js'
import type { CheckedSite } from './checkIncomingSite.js'
import type { ImportTarget } from './incomingNode.js'
import { type PeopleToWrite, peopleToWrite, principalsAmong } from './incomingPeople.js'
import { planIncoming } from './incomingPlan.js'
import { type ContentImport, findingAt, type IncomingFinding } from './incomingSite.js'
import { oldAddressesOf } from './oldAddresses.js'
import type { PlannedObject, Present, Surroundings } from './plannedObject.js'
import { danglingRelations, findTargets } from './readRelations.js'

export interface SitePlan {
  readonly order: readonly PlannedObject[]
  readonly surroundings: Surroundings
  readonly target: ImportTarget
  readonly people: PeopleToWrite
  readonly oldAddresses: readonly StoredAlias[]
  readonly rootFields: FieldValues
  readonly skipped: readonly PlannedObject[]
  readonly findings: readonly IncomingFinding[]
}

export async function planSite(
  environment: Environment,
  { source, mayMerge = false }: ContentImport,
  {
    checkedSite,
    reader,
    task,
  }: { readonly checkedSite: CheckedSite; readonly reader: ContentReader; readonly task: Task },
): Promise<SitePlan> {
  if (!mayMerge) await refuseContent(reader)
  const surroundings = await readSurroundings(reader, checkedSite.objects, task)
  const { order, findings } = planIncoming(checkedSite.objects, surroundings)
  const find = await findTargets(order, checkedSite.relations, reader)
  const principals = await principalsAmong(new Set(checkedSite.roles.keys()), environment, source)
  const people = await peopleToWrite(environment, source)
  const addresses = await oldAddressesOf(source.oldAddresses, { order, reader, task })
  const events = await eventsAmong(order, reader)
  const plannedUids = new Set(order.map(({ uid }) => uid))
  return {
    order,
    surroundings,
    target: { environment, find, principal: id => principals.get(id) },
    people,
    oldAddresses: addresses.oldAddresses,
    rootFields: events.rootFields,
    skipped: checkedSite.objects.filter(object => !plannedUids.has(object.uid)),
    findings: [
      ...checkedSite.findings,
      ...findings,
      ...people.findings,
      ...danglingRelations(environment, { order, relations: checkedSite.relations, find }),
      ...strayDefaultPages(order, checkedSite.defaultPages),
      ...rolesOfUnknown(checkedSite, principals),
      ...addresses.findings,
      ...events.findings,
      ...(mayMerge ? await extras(reader, plannedUids, task) : []),
    ],
  }
}

async function refuseContent(reader: ContentReader): Promise<void> {
  const where = [{ kind: 'below', path: rootPath, depth: 'children' } as const]
  if ((await reader.countUpTo({ principals: 'system', where }, 1)) > 0)
    throw new DomainError('conflict', message('import.not-empty'), { context: null })
}

/**
 * Returns the setting that allows several events, and a finding about it, if the import contains an event below the
 * root and the setting is not enabled yet. The import must enable the setting, because other systems have no such
 * setting.
 */
async function eventsAmong(
  order: readonly PlannedObject[],
  reader: ContentReader,
): Promise<{ readonly rootFields: FieldValues; readonly findings: readonly IncomingFinding[] }> {
  const event = order.find(({ type }) => type === eventType)
  const [root] = (await reader.open(rootPath)).lineage
  if (!event || root?.fields.support_multiple_events === true) return { rootFields: {}, findings: [] }
  const finding = findingAt(event, { kind: 'several-events', weight: 'note', key: null, detail: null })
  return { rootFields: { support_multiple_events: true }, findings: [finding] }
}

function rolesOfUnknown({ roles }: CheckedSite, principals: ReadonlyMap<string, unknown>): readonly IncomingFinding[] {
  return [...roles].flatMap(([id, objects]) =>
    principals.has(id)
      ? []
      : objects
          .slice(0, 1)
          .map(object => findingAt(object, { kind: 'role', weight: 'note', key: 'local_roles', detail: id })),
  )
}

async function extras(
  reader: ContentReader,
  importedUids: ReadonlySet<string>,
  task: Task,
): Promise<readonly IncomingFinding[]> {
  const findings: IncomingFinding[] = []
  const sort = [{ by: 'path', descending: false }] as const
  for await (const { uid, path } of eachOf(
    (await reader.scan({ principals: 'system', where: [], sort }, task)).chunks,
    task,
  )) {
    if (importedUids.has(uid) || path === rootPath) continue
    findings.push(findingAt({ uid: null, path }, { kind: 'extra', weight: 'note', key: null, detail: uid }))
  }
  return findings
}

const batchSize = 200

async function readSurroundings(
  reader: ContentReader,
  objects: readonly PlannedObject[],
  slice: TimeSlice,
): Promise<Surroundings> {
  const present = new Map<string, Present>()
  const at = new Map<string, Present>()
  for (let start = 0; start < objects.length; start += batchSize) {
    if (slice.isOver()) await slice.next()
    const batch = objects.slice(start, start + batchSize)
    for (const { uid, path, type } of await reader.nodes(batch.map(({ uid }) => uid)))
      present.set(uid, { uid, path, type })
    const paths = [...new Set(batch.flatMap(({ path }) => [path, parentPath(path)]))]
    const { items } = await reader.search({ principals: 'system', where: [{ kind: 'at', paths }] }, slice)
    for (const { uid, path, type } of items) at.set(path, { uid, path, type })
  }
  const [root] = (await reader.open(rootPath)).lineage
  const importedRoot = objects.find(({ path }) => path === rootPath)
  if (root) at.set(rootPath, root)
  if (root && importedRoot) present.set(importedRoot.uid, { uid: root.uid, path: rootPath, type: root.type })
  await addRelocatedContainers(reader, objects, { present, at })
  return { present, at }
}

async function addRelocatedContainers(
  reader: ContentReader,
  objects: readonly PlannedObject[],
  { present, at }: { readonly present: ReadonlyMap<string, Present>; readonly at: Map<string, Present> },
): Promise<void> {
  const uidAt = new Map(objects.map(({ path, uid }) => [path, uid]))
  const paths = objects.flatMap(({ path }) => {
    const container = present.get(uidAt.get(parentPath(path)) ?? '')
    const isMoved = container && path !== rootPath && container.path !== parentPath(path)
    return isMoved ? [joinPath(container.path, idOfPath(path))] : []
  })
  for (let start = 0; start < paths.length; start += batchSize) {
    const where = [{ kind: 'at', paths: paths.slice(start, start + batchSize) } as const]
    const { items } = await reader.search({ principals: 'system', where })
    for (const { uid, path, type } of items) at.set(path, { uid, path, type })
  }
}

/**
 * Reports default pages that are not items of their containers. `defaultPages` maps the UIDs of containers to the UIDs
 * of default pages.
 */
function strayDefaultPages(
  order: readonly PlannedObject[],
  defaultPages: ReadonlyMap<string, string>,
): readonly IncomingFinding[] {
  if (defaultPages.size === 0) return []
  const containers = new Map(order.map(({ uid, container }) => [uid, container]))
  return order.flatMap(planned => {
    const page = defaultPages.get(planned.uid)
    if (page === undefined || containers.get(page) === planned.uid) return []
    return [findingAt(planned, { kind: 'default-page', weight: 'note', key: 'default_page', detail: page })]
  })
}

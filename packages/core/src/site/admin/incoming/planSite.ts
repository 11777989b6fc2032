import type { FieldValues } from '../../../content/node/node.js'
import type { ContentReader } from '../../../content/store/contentStore.js'
import { eventType } from '../../../event/eventRoot.js'
import { DomainError } from '../../../foundation/domainError.js'
import { message } from '../../../foundation/messages.js'
import { rootPath } from '../../../foundation/paths.js'
import type { Work } from '../../../foundation/turns.js'
import type { KeptAlias } from '../../../portable/parts.js'
import type { Environment } from '../../run/environment.js'
import type { ContentImport } from './importContent.js'
import { findingAt, type IncomingFinding } from './incomingFinding.js'
import type { Arrival } from './incomingNode.js'
import { type PeopleToWrite, peopleToWrite, principalsAmong } from './incomingPeople.js'
import { type Coming, planIncoming, type Surroundings } from './incomingPlan.js'
import type { Judged } from './judgeSite.js'
import { oldAddressesOf } from './oldAddresses.js'
import { lookAround } from './surroundings.js'
import { findTargets, lostRelations } from './targets.js'

/** All data to write, for the current state of the site. */
export interface SitePlan {
  readonly order: readonly Coming[]
  readonly around: Surroundings
  readonly arrival: Arrival
  readonly people: PeopleToWrite
  readonly oldAddresses: readonly KeptAlias[]
  readonly rootFields: FieldValues
  readonly leftOut: readonly Coming[]
  readonly findings: readonly IncomingFinding[]
}

interface Planning {
  readonly judged: Judged
  readonly reader: ContentReader
  readonly work: Work
}

export async function planSite(
  environment: Environment,
  { source, mayMerge = false }: ContentImport,
  { judged, reader, work }: Planning,
): Promise<SitePlan> {
  if (!mayMerge) await refuseContent(reader)
  const around = await lookAround(reader, judged.coming, work)
  const { order, findings } = planIncoming(judged.coming, around)
  const find = await findTargets(order, judged.relations, reader)
  const named = await principalsAmong(new Set(judged.roles.keys()), environment, source)
  const people = await peopleToWrite(environment, source)
  const addresses = await oldAddressesOf(source.oldAddresses, { order, reader, work })
  const events = await eventsAmong(order, reader)
  const written = new Set(order.map(({ uid }) => uid))
  return {
    order,
    around,
    arrival: { environment, find, principal: id => named.get(id) },
    people,
    oldAddresses: addresses.oldAddresses,
    rootFields: events.rootFields,
    leftOut: judged.coming.filter(coming => !written.has(coming.uid)),
    findings: [
      ...judged.findings,
      ...findings,
      ...people.findings,
      ...lostRelations(environment, { order, relations: judged.relations, find }),
      ...rolesOfNobody(judged, named),
      ...addresses.findings,
      ...events.findings,
      ...(mayMerge ? await extras(reader, written, work) : []),
    ],
  }
}

/** Throws if the site has content below the root. */
async function refuseContent(reader: ContentReader): Promise<void> {
  const where = [{ kind: 'below', path: rootPath, depth: 'children' } as const]
  if ((await reader.countUpTo({ principals: 'system', where }, 1)) > 0)
    throw new DomainError('conflict', message('import.not-empty'), { context: null })
}

/** An event below the site root needs a setting of the root, which other systems lack. */
async function eventsAmong(
  order: readonly Coming[],
  reader: ContentReader,
): Promise<{ readonly rootFields: FieldValues; readonly findings: readonly IncomingFinding[] }> {
  const event = order.find(({ type }) => type === eventType)
  const [root] = (await reader.open(rootPath)).lineage
  if (!event || root?.fields.support_multiple_events === true) return { rootFields: {}, findings: [] }
  const finding = findingAt(event, { kind: 'several-events', weight: 'note', key: null, detail: null })
  return { rootFields: { support_multiple_events: true }, findings: [finding] }
}

function rolesOfNobody({ roles }: Judged, named: ReadonlyMap<string, unknown>): readonly IncomingFinding[] {
  return [...roles].flatMap(([id, places]) =>
    named.has(id)
      ? []
      : places
          .slice(0, 1)
          .map(place => findingAt(place, { kind: 'role', weight: 'note', key: 'local_roles', detail: id })),
  )
}

/** Objects of the site that the source lacks. */
async function extras(
  reader: ContentReader,
  coming: ReadonlySet<string>,
  work: Work,
): Promise<readonly IncomingFinding[]> {
  const findings: IncomingFinding[] = []
  const sort = [{ by: 'path', descending: false }] as const
  for await (const hits of (await reader.scan({ principals: 'system', where: [], sort }, work)).stretches)
    for (const { uid, path } of hits) {
      if (work.isOver()) await work.next()
      if (coming.has(uid) || path === rootPath) continue
      findings.push(findingAt({ uid: null, path }, { kind: 'extra', weight: 'note', key: null, detail: uid }))
    }
  return findings
}

import type { StoredFile } from '../../../content/node/node.js'
import type { Task } from '../../../foundation/scheduler.js'
import type { Environment } from '../../run/environment.js'
import type { ContentImport } from './contentImport.js'
import type { IncomingFinding } from './incomingFinding.js'
import type { IncomingObject } from './incomingSite.js'
import { judgeObject } from './judgeObject.js'
import type { PlannedObject } from './plannedObject.js'

/** The part of all objects that stays in memory after each was read once. */
export interface Judged {
  readonly objects: readonly PlannedObject[]
  /** Relations by the UID of their source. */
  readonly relations: ReadonlyMap<string, IncomingObject['relations']>
  /** Ids of users and groups with roles, each with the objects concerned. */
  readonly roles: ReadonlyMap<string, readonly PlannedObject[]>
  /** Sizes of files in bytes, by digest. */
  readonly digests: ReadonlyMap<string, number>
  readonly findings: readonly IncomingFinding[]
}

/** Reads and checks all objects, one after the other. */
export async function judgeSite(
  environment: Environment,
  { source, onProgress }: Pick<ContentImport, 'source' | 'onProgress'>,
  task: Task,
): Promise<Judged> {
  const objects: PlannedObject[] = []
  const relations = new Map<string, IncomingObject['relations']>()
  const roles = new Map<string, PlannedObject[]>()
  const digests = new Map<string, number>()
  const findings: IncomingFinding[] = [...source.findings]
  for (const [index, uid] of source.uids.entries()) {
    if (task.isOver()) await task.next()
    const reading = await source.object(uid)
    for (const finding of reading.findings) findings.push(finding)
    onProgress?.('judge', index + 1, source.uids.length)
    if (!reading.object) continue
    const object = reading.object
    for (const finding of judgeObject(environment, object)) findings.push(finding)
    const planned = plannedObjectOf(environment, object)
    objects.push(planned)
    if (Object.keys(object.relations).length > 0) relations.set(uid, object.relations)
    for (const id of principalsIn(object))
      roles.set(id, [...(roles.get(id) ?? []).slice(0, maxReportedObjects), planned])
    for (const { digest, size } of filesIn(object)) digests.set(digest, size)
  }
  return { objects, relations, roles, digests, findings }
}

/** The maximum number of objects reported for an unknown id. */
const maxReportedObjects = 3

const plannedObjectOf = ({ registry }: Environment, { uid, path, type, position }: IncomingObject): PlannedObject => ({
  uid,
  path,
  type,
  position,
  isKnownType: registry.types.has(type),
  container: null,
})

const principalsIn = ({ creator, localRoles }: IncomingObject): ReadonlySet<string> =>
  new Set([creator, ...Object.keys(localRoles)].filter(id => id !== ''))

const filesIn = ({ files, versions }: IncomingObject): readonly StoredFile[] =>
  [files, ...versions.map(version => version.files)].flatMap(files => Object.values(files))

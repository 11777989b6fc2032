import type { StoredFile } from '../../../content/node/node.js'
import type { Work } from '../../../foundation/turns.js'
import type { Environment } from '../../run/environment.js'
import type { ContentImport } from './importContent.js'
import type { IncomingFinding } from './incomingFinding.js'
import type { Coming } from './incomingPlan.js'
import type { IncomingObject } from './incomingSite.js'
import { judgeObject } from './judgeObject.js'

/** The part of all objects that stays in memory after each was read once. */
export interface Judged {
  readonly coming: readonly Coming[]
  /** Relations by the UID of their source. */
  readonly relations: ReadonlyMap<string, IncomingObject['relations']>
  /** Ids of users and groups with roles, each with the objects concerned. */
  readonly roles: ReadonlyMap<string, readonly Coming[]>
  /** Sizes of files in bytes, by digest. */
  readonly digests: ReadonlyMap<string, number>
  readonly findings: readonly IncomingFinding[]
}

/** Reads and checks all objects, one after the other. */
export async function judgeSite(
  environment: Environment,
  { source, onProgress }: Pick<ContentImport, 'source' | 'onProgress'>,
  work: Work,
): Promise<Judged> {
  const coming: Coming[] = []
  const relations = new Map<string, IncomingObject['relations']>()
  const roles = new Map<string, Coming[]>()
  const digests = new Map<string, number>()
  const findings: IncomingFinding[] = [...source.findings]
  for (const [index, uid] of source.uids.entries()) {
    if (work.isOver()) await work.next()
    const reading = await source.object(uid)
    for (const finding of reading.findings) findings.push(finding)
    onProgress?.('judge', index + 1, source.uids.length)
    if (!reading.object) continue
    const one = reading.object
    for (const finding of judgeObject(environment, one)) findings.push(finding)
    const kept = comingOf(environment, one)
    coming.push(kept)
    if (Object.keys(one.relations).length > 0) relations.set(uid, one.relations)
    for (const id of principalsIn(one)) roles.set(id, [...(roles.get(id) ?? []).slice(0, mostPlaces), kept])
    for (const { digest, size } of filesIn(one)) digests.set(digest, size)
  }
  return { coming, relations, roles, digests, findings }
}

/** The maximum number of objects reported for an unknown id. */
const mostPlaces = 3

const comingOf = ({ registry }: Environment, { uid, path, type, position }: IncomingObject): Coming => ({
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
  [files, ...versions.map(version => version.files)].flatMap(one => Object.values(one))

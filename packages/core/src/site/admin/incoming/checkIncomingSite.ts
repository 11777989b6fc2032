import type { RegisteredType } from '../../../content/model/model.js'
import { chosenPage } from '../../../content/node/defaultPage.js'
import type { StoredFile } from '../../../content/node/node.js'
import { rootPath } from '../../../foundation/paths.js'
import type { Task } from '../../../foundation/scheduler.js'
import { importVotes } from '../../../poll/exportedVotes.js'
import { pollType } from '../../../poll/pollType.js'
import { chainOf, reviewState } from '../../../workflow/chain.js'
import type { Environment } from '../../run/environment.js'
import { readRecords } from './incomingHistory.js'
import {
  type ContentImport,
  findingAt,
  type IncomingFinding,
  type IncomingObject,
  type ObjectFinding,
} from './incomingSite.js'
import { ownPermissions } from './ownPermissions.js'
import type { PlannedObject } from './plannedObject.js'
import { checkHiddenValues, readValues } from './readValues.js'

export interface CheckedSite {
  readonly objects: readonly PlannedObject[]
  readonly relations: ReadonlyMap<string, IncomingObject['relations']>
  /** Maps the UIDs of containers to the UIDs of their default pages. */
  readonly defaultPages: ReadonlyMap<string, string>
  /** Maps each user or group id to the objects that grant it local roles. */
  readonly roles: ReadonlyMap<string, readonly PlannedObject[]>
  /** The file sizes in bytes, by digest. */
  readonly digests: ReadonlyMap<string, number>
  readonly findings: readonly IncomingFinding[]
}

export async function checkIncomingSite(
  environment: Environment,
  { source, onProgress }: Pick<ContentImport, 'source' | 'onProgress'>,
  task: Task,
): Promise<CheckedSite> {
  const objects: PlannedObject[] = []
  const relations = new Map<string, IncomingObject['relations']>()
  const defaultPages = new Map<string, string>()
  const roles = new Map<string, PlannedObject[]>()
  const digests = new Map<string, number>()
  const findings: IncomingFinding[] = [...source.findings]
  for (const [index, uid] of source.uids.entries()) {
    if (task.isOver()) await task.next()
    const reading = await source.object(uid)
    for (const finding of reading.findings) findings.push(finding)
    onProgress?.('check', index + 1, source.uids.length)
    if (!reading.object) continue
    const object = reading.object
    for (const finding of checkObject(environment, object)) findings.push(finding)
    const planned = plannedObjectOf(environment, object)
    objects.push(planned)
    if (Object.keys(object.relations).length > 0) relations.set(uid, object.relations)
    const page = chosenPage({ fields: object.hiddenValues })
    if (page !== null) defaultPages.set(uid, page)
    for (const id of principalsIn(object))
      roles.set(id, [...(roles.get(id) ?? []).slice(0, maxReportedObjects), planned])
    for (const { digest, size } of filesIn(object)) digests.set(digest, size)
  }
  return { objects, relations, defaultPages, roles, digests, findings }
}

/** The maximum number of objects that are listed for each unknown user or group id. */
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

function checkObject(environment: Environment, object: IncomingObject): readonly IncomingFinding[] {
  const type = environment.registry.types.get(object.type)
  if (!type) return []
  const findings = [
    ...readValues(environment, type, object).findings,
    ...checkHistory(environment, type, object),
    ...checkVersions(environment, type, object),
    ...checkVotes(object),
    ...ownPermissions(environment, type, object).findings,
    ...checkRoot(object),
    ...checkHiddenValues(environment, type, object),
    ...object.versions.flatMap(({ hiddenValues = {} }) =>
      checkHiddenValues(environment, type, { hiddenValues, path: object.path }),
    ),
    ...checkBehaviors(environment, object),
  ]
  return findings.map(finding => findingAt(object, finding))
}

function checkHistory(
  environment: Environment,
  type: RegisteredType,
  object: IncomingObject,
): readonly ObjectFinding[] {
  const { states, findings } = readRecords(environment, object.records)
  const currentReviewState = reviewState({ states }, chainOf({}, type, environment.workflows))
  if (findings.length > 0 || currentReviewState === object.reviewState || object.path === rootPath) return findings
  return [
    {
      kind: 'review-state',
      weight: 'problem',
      key: 'review_state',
      detail: `${object.reviewState} / ${currentReviewState}`,
    },
  ]
}

/** Reports values in old versions that their fields no longer accept, and omits these values. */
function checkVersions(
  environment: Environment,
  type: RegisteredType,
  { versions }: IncomingObject,
): readonly ObjectFinding[] {
  return versions.flatMap((version, number) =>
    readValues(environment, type, version)
      .findings.filter(({ weight }) => weight !== 'note')
      .map(({ key, detail }) => ({ kind: 'version', weight: 'note', key: `${number}.${key}`, detail }) as const),
  )
}

/**
 * Reports additional behaviors of an object that contribute no workflows, because such behaviors cannot be added to an
 * individual object.
 */
const checkBehaviors = ({ workflows }: Environment, { behaviors = [] }: IncomingObject): readonly ObjectFinding[] =>
  behaviors
    .filter(name => !workflows.contributions.has(name))
    .map(detail => ({ kind: 'value', weight: 'problem', key: 'behaviors', detail: detail.slice(0, 100) }))

function checkVotes({ type, votes }: IncomingObject): readonly ObjectFinding[] {
  const isValid = votes === undefined || (type === pollType.id && importVotes(votes) !== null)
  return isValid ? [] : [{ kind: 'votes', weight: 'problem', key: null, detail: null }]
}

function checkRoot({ path, type }: IncomingObject): readonly ObjectFinding[] {
  const isRoot = type === 'Plone Site'
  return isRoot === (path === rootPath) ? [] : [{ kind: 'root', weight: 'problem', key: '@type', detail: type }]
}

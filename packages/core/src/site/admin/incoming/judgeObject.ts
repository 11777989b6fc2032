import type { RegisteredType } from '../../../content/model/model.js'
import { rootPath } from '../../../foundation/paths.js'
import { importVotes } from '../../../poll/exportedVotes.js'
import { pollType } from '../../../poll/pollType.js'
import { chainOf, reviewState } from '../../../workflow/chain.js'
import type { Environment } from '../../run/environment.js'
import { type FoundIn, findingAt, type IncomingFinding } from './incomingFinding.js'
import { readRecords } from './incomingHistory.js'
import type { IncomingObject } from './incomingSite.js'
import { judgeKept } from './keptFields.js'
import { ownPermissions } from './ownPermissions.js'
import { readValues } from './readValues.js'

/** All findings about one object by itself. */
export function judgeObject(environment: Environment, object: IncomingObject): readonly IncomingFinding[] {
  const type = environment.registry.types.get(object.type)
  if (!type) return []
  const found = [
    ...readValues(environment, type, object).found,
    ...judgeHistory(environment, type, object),
    ...judgeVersions(environment, type, object),
    ...judgeVotes(object),
    ...ownPermissions(environment, type, object).found,
    ...judgeRoot(object),
    ...judgeKept(environment, type, object),
    ...object.versions.flatMap(({ kept = {} }) => judgeKept(environment, type, { kept, path: object.path })),
    ...judgeBehaviors(environment, object),
  ]
  return found.map(one => findingAt(object, one))
}

function judgeHistory(environment: Environment, type: RegisteredType, object: IncomingObject): readonly FoundIn[] {
  const { states, found } = readRecords(environment, object.records)
  const isState = reviewState({ states }, chainOf({}, type, environment.workflows))
  if (found.length > 0 || isState === object.reviewState || object.path === rootPath) return found
  return [
    { kind: 'review-state', weight: 'problem', key: 'review_state', detail: `${object.reviewState} / ${isState}` },
  ]
}

/** A value of an old version that its field rejects today is left out of that version. */
function judgeVersions(
  environment: Environment,
  type: RegisteredType,
  { versions }: IncomingObject,
): readonly FoundIn[] {
  return versions.flatMap((version, number) =>
    readValues(environment, type, version)
      .found.filter(({ weight }) => weight !== 'note')
      .map(({ key, detail }) => ({ kind: 'version', weight: 'note', key: `${number}.${key}`, detail }) as const),
  )
}

/** Only behaviors that contribute workflows can be added to a single object. */
const judgeBehaviors = ({ workflows }: Environment, { behaviors = [] }: IncomingObject): readonly FoundIn[] =>
  behaviors
    .filter(name => !workflows.contributions.has(name))
    .map(detail => ({ kind: 'value', weight: 'problem', key: 'behaviors', detail: detail.slice(0, 100) }))

function judgeVotes({ type, votes }: IncomingObject): readonly FoundIn[] {
  const fits = votes === undefined || (type === pollType.id && importVotes(votes) !== null)
  return fits ? [] : [{ kind: 'votes', weight: 'problem', key: null, detail: null }]
}

function judgeRoot({ path, type }: IncomingObject): readonly FoundIn[] {
  const isRoot = type === 'Plone Site'
  return isRoot === (path === rootPath) ? [] : [{ kind: 'root', weight: 'problem', key: '@type', detail: type }]
}

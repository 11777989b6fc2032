import type { RegisteredType } from '../../../content/model/model.js'
import { rootPath } from '../../../foundation/paths.js'
import { importVotes } from '../../../poll/exportedVotes.js'
import { pollType } from '../../../poll/pollType.js'
import { chainOf, reviewState } from '../../../workflow/chain.js'
import type { Environment } from '../../run/environment.js'
import { judgeHiddenValues } from './hiddenValues.js'
import { findingAt, type IncomingFinding, type ObjectFinding } from './incomingFinding.js'
import { readRecords } from './incomingHistory.js'
import type { IncomingObject } from './incomingSite.js'
import { ownPermissions } from './ownPermissions.js'
import { readValues } from './readValues.js'

/** All findings about one object by itself. */
export function judgeObject(environment: Environment, object: IncomingObject): readonly IncomingFinding[] {
  const type = environment.registry.types.get(object.type)
  if (!type) return []
  const findings = [
    ...readValues(environment, type, object).findings,
    ...judgeHistory(environment, type, object),
    ...judgeVersions(environment, type, object),
    ...judgeVotes(object),
    ...ownPermissions(environment, type, object).findings,
    ...judgeRoot(object),
    ...judgeHiddenValues(environment, type, object),
    ...object.versions.flatMap(({ hiddenValues = {} }) =>
      judgeHiddenValues(environment, type, { hiddenValues, path: object.path }),
    ),
    ...judgeBehaviors(environment, object),
  ]
  return findings.map(finding => findingAt(object, finding))
}

function judgeHistory(
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

/** A value of an old version that its field rejects today is left out of that version. */
function judgeVersions(
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

/** Only behaviors that contribute workflows can be added to a single object. */
const judgeBehaviors = ({ workflows }: Environment, { behaviors = [] }: IncomingObject): readonly ObjectFinding[] =>
  behaviors
    .filter(name => !workflows.contributions.has(name))
    .map(detail => ({ kind: 'value', weight: 'problem', key: 'behaviors', detail: detail.slice(0, 100) }))

function judgeVotes({ type, votes }: IncomingObject): readonly ObjectFinding[] {
  const isValid = votes === undefined || (type === pollType.id && importVotes(votes) !== null)
  return isValid ? [] : [{ kind: 'votes', weight: 'problem', key: null, detail: null }]
}

function judgeRoot({ path, type }: IncomingObject): readonly ObjectFinding[] {
  const isRoot = type === 'Plone Site'
  return isRoot === (path === rootPath) ? [] : [{ kind: 'root', weight: 'problem', key: '@type', detail: type }]
}

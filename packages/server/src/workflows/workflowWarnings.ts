import type { TypeInformation } from '@plenum/core'

export const workflowWarnings = (type: TypeInformation): readonly string[] => [
  ...Object.entries(type.conflicts).map(
    ([permission, workflows]) =>
      `${type.id}: the workflows ${workflows.join(', ')} all manage "${permission}"; the most recent transition wins.`,
  ),
  ...Object.entries(type.sharedTransitions).map(
    ([transition, workflows]) =>
      `${type.id}: the workflows ${workflows.join(', ')} all define the transition "${transition}"; a request runs the first one that can. Add a prefix to the ids of one of them.`,
  ),
  ...withoutReviewState(type),
]

function withoutReviewState({ id, workflows: [first], hasReviewState }: TypeInformation): readonly string[] {
  if (first === undefined || hasReviewState) return []
  return [
    `${id}: its first workflow, ${first}, is not a primary one (its stateVariable is not review_state), so content has no review_state and cannot be published or made private.`,
  ]
}

import type { Expression } from './definition.js'

const callerId: Expression = ({ caller }) => (caller.kind === 'member' ? caller.id : null)

const anotherPerson: Expression = ({ caller, variables }) =>
  caller.kind === 'member' &&
  !Object.values(variables)
    .flatMap(ofWorkflow => Object.values(ofWorkflow))
    .includes(caller.id)

export const noConflicts = 'no_conflicts'

/**
 * The expressions that workflow files can use. `caller_id` and `another_person` implement a two-person rule: one
 * transition stores `caller_id` in a variable, and the guard of the next transition requires `another_person`
 * (docs/workflow-and-history.md, Guards, rules 5 and 6).
 */
export const shippedExpressions: Readonly<Record<string, Expression>> = {
  caller_id: callerId,
  another_person: anotherPerson,
  [noConflicts]: ({ hasConflicts }) => hasConflicts === false,
}

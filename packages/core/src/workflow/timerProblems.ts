import type { Transition, WorkflowDefinition } from './definition.js'
import { isTimed } from './timers.js'

/** The maximum delay of a transition in days: about ten years. */
const maxDays = 3650

/** Returns the problems in the timed transitions of a workflow, one sentence per problem. */
export function timerProblems(
  subject: string,
  definition: WorkflowDefinition,
  { dateFields }: { readonly dateFields?: readonly string[] },
): readonly string[] {
  const { transitions } = definition
  return [
    ...transitions.flatMap(transition =>
      problemsOf(transition, dateFields).map(problem => `${subject}: the transition ${transition.id} ${problem}`),
    ),
    ...circles(definition).map(
      state =>
        `${subject}: from the state ${state}, transitions at dates lead back to ${state}, so they would never end.`,
    ),
  ]
}

function problemsOf(transition: Transition, dateFields: readonly string[] | undefined): readonly string[] {
  const { trigger, after, at, as } = transition
  if (!isTimed(transition)) return as ? ['has the key as, which only transitions with after or at have.'] : []
  const isUnknown = at !== undefined && dateFields !== undefined && !dateFields.includes(at)
  return [
    ...(trigger === 'automatic' ? [] : ['has a time, so its trigger must be automatic.']),
    ...(after && at !== undefined ? ['has both after and at; use one of them.'] : []),
    ...(after && !(after.days > 0 && after.days <= maxDays)
      ? [`runs after ${after.days} days, but the number must be greater than 0 and at most ${maxDays}.`]
      : []),
    ...(isUnknown ? [`runs at ${at}, which is not a date field of any type.`] : []),
    ...(as ? [] : ['has a time, so it needs the key as with the user or the roles that run it.']),
    ...(as && 'roles' in as && as.roles.length === 0 ? ['has the key as without a role.'] : []),
  ]
}

/**
 * Returns the states from which date-based transitions lead back to the same state. Once their dates have passed, such
 * transitions would run in an endless loop.
 */
function circles({ states, transitions }: WorkflowDefinition): readonly string[] {
  const dated = transitions.filter(({ at }) => at !== undefined)
  const nextOf = (state: string): readonly string[] => {
    const exits = states.find(({ id }) => id === state)?.transitions ?? []
    return dated.filter(({ id }) => exits.includes(id)).map(({ to }) => to)
  }
  const leadsBack = (state: string): boolean => {
    const reached = new Set(nextOf(state))
    for (const id of reached) for (const next of nextOf(id)) reached.add(next)
    return reached.has(state)
  }
  return states.map(({ id }) => id).filter(leadsBack)
}

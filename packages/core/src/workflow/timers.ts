import type { ContentNode, TransitionPlan, WorkflowRecord } from '../content/node/node.js'
import type { Instant } from '../foundation/instants.js'
import { memoizeByIdentity } from '../foundation/memoizeByIdentity.js'
import { currentState } from './chain.js'
import { type Transition, transitionOf, type WorkflowDefinition } from './definition.js'

/** Whether an automatic transition runs at a later time instead of immediately. */
export const isTimed = ({ after, at }: Pick<Transition, 'after' | 'at'>): boolean =>
  after !== undefined || at !== undefined

/**
 * Describes in English when a timed transition runs, for example `after 30 days` or `at expires`. Returns an empty list
 * for all other transitions.
 */
export function triggerTime({ after, at }: Pick<Transition, 'after' | 'at'>): readonly string[] {
  if (after) return [`after ${after.days} day${after.days === 1 ? '' : 's'}`]
  return at === undefined ? [] : [`at ${at}`]
}

/**
 * Returns the timed transitions of a workflow by the id of the source state. States without timed transitions are
 * omitted.
 */
const timersOf = memoizeByIdentity((definition: WorkflowDefinition): ReadonlyMap<string, readonly Transition[]> => {
  const timed = definition.states.map(({ id, transitions }): [string, readonly Transition[]] => [
    id,
    transitions.flatMap(exit => transitionOf(definition, exit) ?? []).filter(isTimed),
  ])
  return new Map(timed.filter(([, transitions]) => transitions.length > 0))
})

export const hasTimers = (definition: WorkflowDefinition): boolean => timersOf(definition).size > 0

export const countsDays = (node: Pick<ContentNode, 'states'>, definition: WorkflowDefinition): boolean =>
  timersOf(definition)
    .get(currentState(node, definition))
    ?.some(({ after }) => after !== undefined) ?? false

export function enteredIn(
  { entered, plans }: Pick<ContentNode, 'entered' | 'plans'>,
  definition: WorkflowDefinition,
  time: Instant,
): Pick<ContentNode, 'entered' | 'plans'> {
  if (!hasTimers(definition)) return {}
  const isOutdated = ({ workflow, plannedBy }: TransitionPlan) => workflow === definition.id && plannedBy === null
  return {
    entered: { ...entered, [definition.id]: time },
    ...(plans ? { plans: plans.filter(plan => !isOutdated(plan)) } : {}),
  }
}

/**
 * Returns the times when the object entered its current states in workflows with timed transitions. The records must be
 * in chronological order.
 */
export function enteredAfter(
  records: readonly WorkflowRecord[],
  definitions: ReadonlyMap<string, WorkflowDefinition>,
): Pick<ContentNode, 'entered'> {
  const timed = records.filter(({ workflow }) => {
    const definition = definitions.get(workflow)
    return definition !== undefined && hasTimers(definition)
  })
  return timed.length === 0 ? {} : { entered: Object.fromEntries(timed.map(({ workflow, time }) => [workflow, time])) }
}

/** The name of the index for the time of an object's next scheduled transition. Clients cannot search this index. */
export const dueIndex = 'transition_due'

/** A planned or timed transition that has not been refused. */
export type Scheduled = Omit<TransitionPlan, 'refused'>

/**
 * Returns the transitions that will run, earliest first: planned transitions, and timed transitions of the current
 * states. A refused timed transition is omitted until its time changes.
 */
export function scheduledTransitions(
  node: Pick<ContentNode, 'states' | 'fields' | 'entered' | 'plans'>,
  chain: readonly WorkflowDefinition[],
): readonly Scheduled[] {
  const { plans = [] } = node
  const timers = chain.flatMap(definition => scheduledIn(node, definition))
  if (plans.length === 0 && timers.length < 2) return timers
  const open = timers.filter(timer => !plans.some(plan => plan.id === timer.id && plan.at === timer.at))
  return [...plans.filter(({ refused }) => !refused), ...open].sort((a, b) => a.at - b.at)
}

const day = 86_400_000

function scheduledIn(
  node: Pick<ContentNode, 'states' | 'fields' | 'entered'>,
  definition: WorkflowDefinition,
): readonly Scheduled[] {
  const workflow = definition.id
  const entered = node.entered?.[workflow]
  const timed = timersOf(definition).get(currentState(node, definition)) ?? []
  return timed.flatMap(({ id: transition, after, at: field = '' }) => {
    const date = after ? entered !== undefined && entered + after.days * day : node.fields[field]
    if (typeof date !== 'number') return []
    const id = `${workflow}|${transition}`
    return [{ id, workflow, transition, at: Math.ceil(date), plannedBy: null, comments: '' }]
  })
}

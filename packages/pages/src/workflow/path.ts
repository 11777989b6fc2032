import type { PageOf } from '@plenum/core'
import type { DefinedWorkflow, TransitionRecord } from '@plenum/core/answers'

/** A step of the object in one workflow, from a record that the caller may read. */
export interface Step extends TransitionRecord {
  readonly workflow: Pick<DefinedWorkflow, 'id' | 'title'>
  /** The id of the state before the step, or null for the creation. */
  readonly from: string | null
  readonly to: string
  /** The title of the state `to`. */
  readonly title: string
}

/** The steps of the object in a workflow, from the oldest to the newest. */
export function stepsOf({ answer }: PageOf<'workflow'>, workflow: DefinedWorkflow): readonly Step[] {
  const entry = answer.chain?.find(({ workflow_id }) => workflow_id === workflow.id)
  const variable = entry?.state_variable ?? 'review_state'
  // If the answer contains no chain, the only workflow is the primary workflow.
  const records: readonly TransitionRecord[] = entry?.history ?? (answer.chain ? [] : answer.history)
  const stateOf = (record: TransitionRecord | undefined): string | null => {
    const value = record ? Object.entries(record).find(([key]) => key === variable)?.[1] : null
    return typeof value === 'string' ? value : null
  }
  const titles = new Map(workflow.states.map(({ id, title }) => [id, title]))
  return records.map((record, i) => {
    const to = stateOf(record) ?? ''
    return { ...record, workflow, from: stateOf(records[i - 1]), to, title: titles.get(to) ?? to }
  })
}

/**
 * Returns the moment in the parameter `at` in milliseconds, null if the parameter is missing, or undefined if its value
 * is not a moment.
 */
export function momentOf({ query }: Pick<PageOf<'workflow'>, 'query'>): number | null | undefined {
  const at = query.get('at')
  if (at === undefined) return null
  // In a query that a person typed, `+` means a space.
  const text = at.replace(' ', '+')
  const time = form.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/**
 * The format of a date, or of a time with a time zone. A time without a time zone would be a different moment on each
 * server.
 */
const form = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** The steps up to and including the second of the moment, or all steps if the moment is null. */
export const stepsUntil = (steps: readonly Step[], moment: number | null): readonly Step[] =>
  moment === null ? steps : steps.filter(({ time }) => Date.parse(time) <= moment)

/**
 * The workflow in the state after the last of these steps, in which no transition can be run. If there are no steps,
 * the workflow has no state.
 */
export const atMoment = (workflow: DefinedWorkflow, steps: readonly Step[]): DefinedWorkflow => ({
  ...workflow,
  state: steps.at(-1)?.to ?? '',
  transitions: workflow.transitions.map(transition => ({ ...transition, is_available: false })),
})

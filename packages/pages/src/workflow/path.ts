import type { PageOf } from '@plenum/core'
import type { DefinedWorkflow, TransitionRecord } from '@plenum/core/answers'

export interface Step extends TransitionRecord {
  readonly workflow: Pick<DefinedWorkflow, 'id' | 'title'>
  /** The id of the state before the step, or null if the step created the object. */
  readonly from: string | null
  readonly to: string
  readonly title: string
}

export function stepsOf({ answer }: PageOf<'workflow'>, workflow: DefinedWorkflow): readonly Step[] {
  const entry = answer.chain?.find(({ workflow_id }) => workflow_id === workflow.id)
  const variable = entry?.state_variable ?? 'review_state'
  // If the payload contains no chain, the only workflow is the primary workflow.
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
 * Returns the instant in the query parameter `at`, null if the parameter is missing, or undefined if its value is not
 * an instant.
 */
export function momentOf({ query }: Pick<PageOf<'workflow'>, 'query'>): number | null | undefined {
  const at = query.get('at')
  if (at === undefined) return null
  // A `+` that was typed without URL encoding has been decoded as a space, so it is restored.
  const text = at.replace(' ', '+')
  const time = form.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/**
 * Matches a date, or a time with a time zone. Without a time zone, the meaning of a time would depend on the time zone
 * of the server.
 */
const form = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** Returns the steps up to and including `moment`, or all steps if `moment` is null. */
export const stepsUntil = (steps: readonly Step[], moment: number | null): readonly Step[] =>
  moment === null ? steps : steps.filter(({ time }) => Date.parse(time) <= moment)

/**
 * Returns the workflow in the state after the last step, without available transitions. If there are no steps, the
 * state is an empty string.
 */
export const atMoment = (workflow: DefinedWorkflow, steps: readonly Step[]): DefinedWorkflow => ({
  ...workflow,
  state: steps.at(-1)?.to ?? '',
  transitions: workflow.transitions.map(transition => ({ ...transition, is_available: false })),
})

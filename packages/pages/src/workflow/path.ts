import type { PageOf } from '@plenum/core'
import type { DefinedWorkflow, TransitionRecord } from '@plenum/core/answers'

/** A step of the object in one workflow, from a record that the caller may read. */
export interface Step extends TransitionRecord {
  readonly workflow: Pick<DefinedWorkflow, 'id' | 'title'>
  /** The id of the state before; null for the creation. */
  readonly from: string | null
  readonly to: string
  /** The title of `to`. */
  readonly title: string
}

/** The steps of the object in a workflow, oldest first. */
export function stepsOf({ answer }: PageOf<'workflow'>, workflow: DefinedWorkflow): readonly Step[] {
  const entry = answer.chain?.find(({ workflow_id }) => workflow_id === workflow.id)
  const variable = entry?.state_variable ?? 'review_state'
  // Without a chain, the only workflow is the primary one.
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

/** The moment in the parameter `at`, in milliseconds; null without the parameter, undefined if it is no moment. */
export function momentOf({ query }: Pick<PageOf<'workflow'>, 'query'>): number | null | undefined {
  const at = query.get('at')
  if (at === undefined) return null
  // In a query that was typed, `+` means a space.
  const text = at.replace(' ', '+')
  const time = form.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(time) ? undefined : time
}

/** A date, or a time with a time zone: without one, it would mean another moment on each server. */
const form = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d))?$/

/** The steps until a moment, which includes the whole second; all steps for null. */
export const stepsUntil = (steps: readonly Step[], moment: number | null): readonly Step[] =>
  moment === null ? steps : steps.filter(({ time }) => Date.parse(time) <= moment)

/** A workflow in the state after the last of these steps, where nothing can be run; without a state if there is none. */
export const atMoment = (workflow: DefinedWorkflow, steps: readonly Step[]): DefinedWorkflow => ({
  ...workflow,
  state: steps.at(-1)?.to ?? '',
  transitions: workflow.transitions.map(transition => ({ ...transition, is_available: false })),
})

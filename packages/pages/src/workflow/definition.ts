import type { StateName, WorkflowDefinitionsPayload } from '@plenum/core/answers'

export interface WorkflowState {
  readonly id: string
  readonly title: string
}

export interface WorkflowTransition {
  readonly id: string
  readonly title: string
  readonly from: readonly string[]
  readonly to: string
  readonly isAvailable: boolean
}

/** A workflow of the object, from `@workflow-definitions`. */
export interface ObjectWorkflow {
  readonly id: string
  readonly title: string
  readonly initial: string
  readonly current: string
  readonly states: readonly WorkflowState[]
  readonly transitions: readonly WorkflowTransition[]
}

export function workflowsIn(definitions: WorkflowDefinitionsPayload | undefined): readonly ObjectWorkflow[] {
  return (definitions?.items ?? []).map(workflow => ({
    ...namesOf(workflow),
    initial: workflow.initial_state,
    current: workflow.state,
    states: workflow.states.map(namesOf),
    transitions: workflow.transitions.map(transition => ({
      ...namesOf(transition),
      from: transition.from,
      to: transition.to,
      isAvailable: transition.is_available,
    })),
  }))
}

const namesOf = ({ id, title }: StateName): WorkflowState => ({ id, title: title || id })

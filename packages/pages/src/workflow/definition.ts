import type { StateName, WorkflowDefinitionsPayload } from '@plenum/core/answers'

export interface ShownState {
  readonly id: string
  readonly title: string
}

export interface ShownMove {
  readonly id: string
  readonly title: string
  readonly from: readonly string[]
  readonly to: string
  readonly isAvailable: boolean
}

/** A workflow of the object, from `@workflow-definitions`. */
export interface ShownWorkflow {
  readonly id: string
  readonly title: string
  readonly initial: string
  readonly current: string
  readonly states: readonly ShownState[]
  readonly moves: readonly ShownMove[]
}

export function workflowsIn(definitions: WorkflowDefinitionsPayload | undefined): readonly ShownWorkflow[] {
  return (definitions?.items ?? []).map(workflow => ({
    ...namesOf(workflow),
    initial: workflow.initial_state,
    current: workflow.state,
    states: workflow.states.map(namesOf),
    moves: workflow.transitions.map(move => ({
      ...namesOf(move),
      from: move.from,
      to: move.to,
      isAvailable: move.is_available,
    })),
  }))
}

const namesOf = ({ id, title }: StateName): ShownState => ({ id, title: title || id })

import type { JsonObject, JsonValue } from '@plenum/core'
import { objectOf, objectsOf, textOf, textsOf } from '../reading/json.js'

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

/** A workflow of the object, as `@workflow-definitions` lists it. */
export interface ShownWorkflow {
  readonly id: string
  readonly title: string
  readonly initial: string
  readonly current: string
  readonly states: readonly ShownState[]
  readonly moves: readonly ShownMove[]
}

export function workflowsIn(definitions: JsonValue | undefined): readonly ShownWorkflow[] {
  return objectsOf(objectOf(definitions).items).map(workflow => ({
    ...namesOf(workflow),
    initial: textOf(workflow.initial_state),
    current: textOf(workflow.state),
    states: objectsOf(workflow.states).map(namesOf),
    moves: objectsOf(workflow.transitions).map(move => ({
      ...namesOf(move),
      from: textsOf(move.from),
      to: textOf(move.to),
      isAvailable: move.is_available === true,
    })),
  }))
}

const namesOf = ({ id, title }: JsonObject): ShownState => ({ id: textOf(id), title: textOf(title) || textOf(id) })

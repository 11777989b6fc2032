import type { Behavior, ContentType } from '../content/model/model.js'
import { repeatedNames } from '../foundation/repeated.js'
import type { Workflows } from './chain.js'
import type { WorkflowDefinition } from './definition.js'

/** The workflows of a site, and the types and behaviors that use them. */
export interface WorkflowModel {
  readonly definitions: readonly WorkflowDefinition[]
  readonly defaultChain: readonly string[]
  readonly types: readonly ContentType[]
  readonly behaviors: readonly Behavior[]
}

/** Creates the workflows of a site from a valid model (see `problemsOfWorkflow` and `problemsOfChains`). */
export function createWorkflows({
  definitions,
  defaultChain,
  behaviors,
}: Pick<WorkflowModel, 'definitions' | 'defaultChain' | 'behaviors'>): Workflows {
  const contributing = behaviors.flatMap(({ name, workflows }) => (workflows ? [{ name, workflows }] : []))
  return {
    definitions: new Map(definitions.map(definition => [definition.id, definition])),
    defaultChain,
    contributions: new Map(contributing.map(({ name, workflows }) => [name, workflows])),
    labels: labelsOf(behaviors),
  }
}

export function labelsOf(behaviors: readonly Behavior[]): ReadonlyMap<string, string> {
  const contributions = behaviors.flatMap(({ workflows = [] }) => workflows)
  return new Map(
    contributions.flatMap(({ ids: [id], label }): [string, string][] => (id && label ? [[id, label]] : [])),
  )
}

/**
 * Returns the problems with the workflows that types and behaviors use, one sentence per problem. The list is empty if
 * the model is valid (docs/workflow-and-history.md, Bad configuration).
 */
export function problemsOfChains({ definitions, types, behaviors }: WorkflowModel): readonly string[] {
  const byId = new Map(definitions.map(definition => [definition.id, definition]))
  const unknownWorkflows = (subject: string, ids: readonly string[]): readonly string[] =>
    ids.filter(id => !byId.has(id)).map(id => `${subject}: names the workflow ${id}, which does not exist.`)
  const contributions = behaviors.flatMap(({ name, workflows = [] }) =>
    workflows.map(contribution => ({ name, ...contribution })),
  )
  return [
    ...repeatedNames(definitions.map(({ id }) => id)).map(id => `Workflow ${id}: is defined more than once.`),
    ...types.flatMap(type => unknownWorkflows(`Type ${type.id}`, type.workflows ?? [])),
    ...contributions.flatMap(({ name, ids }) => unknownWorkflows(`Behavior ${name}`, ids)),
    ...contributions.flatMap(({ name, ids }) =>
      ids
        .filter(id => byId.get(id)?.stateVariable === 'review_state')
        .map(
          id =>
            `Behavior ${name}: the workflow ${id} stores its state as review_state, which only a primary workflow may do.`,
        ),
    ),
    ...contributions
      .filter(({ ids, label }) => label !== undefined && ids.length !== 1)
      .map(
        ({ name, ids }) =>
          `Behavior ${name}: a label must belong to one workflow, but ${ids.length} are contributed with it: ${ids.join(', ')}.`,
      ),
    ...repeatedNames(contributions.flatMap(({ ids: [id], label }) => (label !== undefined && id ? [id] : []))).map(
      id => `Workflow ${id}: has more than one label.`,
    ),
  ]
}

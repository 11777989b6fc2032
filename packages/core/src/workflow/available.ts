import type { ContentNode } from '../content/node/node.js'
import { currentStateOf } from './chain.js'
import { type Guard, type Transition, transitionOf, type WorkflowDefinition } from './definition.js'

type CheckGuard = (guard: Guard) => boolean

/**
 * Returns the transitions of a workflow that the caller can run now, sorted by id (docs/workflow-and-history.md,
 * Available transitions).
 */
export function availableTransitions<D extends WorkflowDefinition>(
  node: Pick<ContentNode, 'states'>,
  definition: D,
  checkGuard: CheckGuard,
): readonly D['transitions'][number][]
export function availableTransitions(
  node: Pick<ContentNode, 'states'>,
  definition: WorkflowDefinition,
  checkGuard: CheckGuard,
): readonly Transition[] {
  const exits = currentStateOf(node, definition)?.transitions ?? []
  const leaving = [...exits].sort().flatMap(id => transitionOf(definition, id) ?? [])
  return leaving.filter(
    ({ title, trigger, guard }) => title !== '' && trigger !== 'automatic' && checkGuard(guard ?? {}),
  )
}

/**
 * Returns the workflow that owns a transition: the first workflow in the chain that defines it
 * (docs/workflow-and-history.md, Available transitions, rule 2).
 */
const ownerOf = (id: string, chain: readonly WorkflowDefinition[]): WorkflowDefinition | undefined =>
  chain.find(definition => transitionOf(definition, id))

/**
 * Returns the available transitions by the id of the owning workflow. If several workflows define the same transition
 * id, it is listed once, with the title of the transition that would run (docs/workflow-and-history.md, Available
 * transitions, rule 3).
 */
export function transitionsByOwner(
  node: Pick<ContentNode, 'states'>,
  chain: readonly WorkflowDefinition[],
  checkGuard: CheckGuard,
): ReadonlyMap<string, readonly Transition[]> {
  const owned = new Map(chain.map(({ id }): [string, Transition[]] => [id, []]))
  const listed = new Set<string>()
  for (const definition of chain) {
    for (const transition of availableTransitions(node, definition, checkGuard)) {
      if (listed.has(transition.id)) continue
      listed.add(transition.id)
      owned.get(ownerOf(transition.id, chain)?.id ?? definition.id)?.push(transition)
    }
  }
  return owned
}

import type { WorkflowDefinition } from './definition.js'

/**
 * Returns the ids of the transitions on a shortest path between two states, without automatic transitions. Returns null
 * if there is no such path.
 *
 * @example
 * shortestPath(intranetWorkflow, 'private', 'pending') // ['show_internally', 'submit']
 */
export function shortestPath(definition: WorkflowDefinition, from: string, to: string): readonly string[] | null {
  const paths = new Map<string, readonly string[]>([[from, []]])
  for (const [state, path] of paths) {
    if (state === to) return path
    const exits = definition.states.find(({ id }) => id === state)?.transitions ?? []
    for (const transition of definition.transitions) {
      const leads = exits.includes(transition.id) && transition.trigger !== 'automatic'
      if (leads && !paths.has(transition.to)) paths.set(transition.to, [...path, transition.id])
    }
  }
  return null
}

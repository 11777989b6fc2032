import type { WorkflowDefinition } from './definition.js'

/**
 * Permissions that several workflows of a chain manage, with their ids in chain order: there the last move in time
 * wins (workflow sheet, section 6).
 */
export function conflictingPermissions(chain: readonly WorkflowDefinition[]): ReadonlyMap<string, readonly string[]> {
  const claimants = new Map<string, string[]>()
  for (const { id, managedPermissions } of chain) {
    for (const name of new Set(managedPermissions)) claimants.set(name, [...(claimants.get(name) ?? []), id])
  }
  return new Map([...claimants].filter(([, ids]) => ids.length > 1))
}

/** The transitions of the shortest way from one state to another that people can take; null when there is none. */
export function shortestWay(definition: WorkflowDefinition, from: string, to: string): readonly string[] | null {
  const ways = new Map<string, readonly string[]>([[from, []]])
  for (const [state, way] of ways) {
    if (state === to) return way
    const exits = definition.states.find(({ id }) => id === state)?.transitions ?? []
    for (const transition of definition.transitions) {
      const leads = exits.includes(transition.id) && transition.trigger !== 'automatic'
      if (leads && !ways.has(transition.to)) ways.set(transition.to, [...way, transition.id])
    }
  }
  return null
}

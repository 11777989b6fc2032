import type { WorkflowDefinition } from './definition.js'

type Claims = ReadonlyMap<string, readonly string[]>

function claims(
  chain: readonly WorkflowDefinition[],
  namesOf: (definition: WorkflowDefinition) => readonly string[],
): Claims {
  const claimants = new Map<string, string[]>()
  for (const definition of chain) {
    for (const name of new Set(namesOf(definition))) {
      claimants.set(name, [...(claimants.get(name) ?? []), definition.id])
    }
  }
  return claimants
}

/** Maps each transition id to the ids of the workflows that define it. */
export const claimantsOf = (chain: readonly WorkflowDefinition[]): Claims =>
  claims(chain, ({ transitions }) => transitions.map(({ id }) => id))

/**
 * Maps each permission that several workflows in a chain manage to the ids of these workflows, in chain order. The
 * latest transition in one of them determines which roles have the permission (docs/workflow-and-history.md,
 * Permissions of states).
 */
export const conflictingPermissions = (chain: readonly WorkflowDefinition[]): Claims =>
  shared(claims(chain, ({ managedPermissions = [] }) => managedPermissions))

/**
 * Maps each transition id that several workflows in a chain define to the ids of these workflows, in chain order. A
 * request runs the transition in the first workflow that can run it, so the same button can affect different workflows
 * (docs/workflow-and-history.md, Transitions).
 */
export const sharedTransitions = (chain: readonly WorkflowDefinition[]): Claims => shared(claimantsOf(chain))

const shared = (claimants: Claims): Claims => new Map([...claimants].filter(([, ids]) => ids.length > 1))

import type { WorkflowDefinition } from './definition.js'

type Claims = ReadonlyMap<string, readonly string[]>

/** Ids of the workflows of a chain by something that they claim, in chain order. */
function claims(chain: readonly WorkflowDefinition[], claimed: (one: WorkflowDefinition) => readonly string[]): Claims {
  const claimants = new Map<string, string[]>()
  for (const definition of chain) {
    for (const name of new Set(claimed(definition))) {
      claimants.set(name, [...(claimants.get(name) ?? []), definition.id])
    }
  }
  return claimants
}

/** The workflows that define a transition, by its id. */
export function claimantsOf(chain: readonly WorkflowDefinition[]): Claims {
  return claims(chain, ({ transitions }) => transitions.map(({ id }) => id))
}

/**
 * Permissions that several workflows of a chain manage, with their ids in chain order: there the last move in time
 * wins (docs/workflow-and-history.md, Permissions of states).
 */
export function conflictingPermissions(chain: readonly WorkflowDefinition[]): Claims {
  const managed = claims(chain, ({ managedPermissions }) => managedPermissions)
  return new Map([...managed].filter(([, ids]) => ids.length > 1))
}

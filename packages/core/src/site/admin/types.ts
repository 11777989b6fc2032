import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot } from '../run/visit.js'
import { chooseForType, type TypeInformation, typesOf } from './typeChoices.js'

const administration = { permission: permission.manageSite, exists: isSiteRoot } as const

/** The types of the site with the behaviors and workflows that they have now. */
export const listTypes: Operation<undefined, readonly TypeInformation[]> = {
  ...administration,
  run: async ({ environment }) => ({ answer: typesOf(environment) }),
}

/**
 * Gives a type other behaviors, for what exists too; throws a ModelError with every fault (docs/content-and-access.md,
 * Types and behaviors, rule 6).
 */
export const setTypeBehaviors: Operation<{ readonly type: string; readonly behaviors: readonly string[] }, null> = {
  ...administration,
  run: async (visit, { type, behaviors: names }) => ({
    answer: null,
    change: await chooseForType(visit, { type, kind: 'behaviors', names }),
  }),
}

/**
 * Gives a type other workflows of its own, the primary first, or for null those that it was made with; as
 * `setTypeBehaviors`.
 */
export const setTypeWorkflows: Operation<
  { readonly type: string; readonly workflows: readonly string[] | null },
  null
> = {
  ...administration,
  run: async (visit, { type, workflows: names }) => ({
    answer: null,
    change: await chooseForType(visit, { type, kind: 'workflows', names }),
  }),
}

import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot } from '../run/requestContext.js'
import {
  chooseForType,
  lossesOf,
  type TypeChoice,
  type TypeInformation,
  type TypeLosses,
  typesOf,
} from './typeChoices.js'

const administration = { permission: permission.manageSite, exists: isSiteRoot } as const

/** The types of the site with their current behaviors and workflows. */
export const listTypes: Operation<undefined, readonly TypeInformation[]> = {
  ...administration,
  run: async ({ environment }) => ({ answer: typesOf(environment) }),
}

/** The new behaviors of a type, computed from those that it has when they are written. */
export type ChooseBehaviors = (present: readonly string[]) => readonly string[]

/**
 * Replaces the behaviors of a type, also for existing objects. A function of the present ones is called again when
 * another writer was first. Throws a ModelError with all problems (docs/content-and-access.md, Types and behaviors,
 * rule 6).
 */
export const setTypeBehaviors: Operation<
  { readonly type: string; readonly behaviors: readonly string[] | ChooseBehaviors },
  null
> = {
  ...administration,
  run: async (context, { type, behaviors }) => {
    const names =
      typeof behaviors === 'function'
        ? behaviors(context.environment.registry.types.get(type)?.behaviors ?? [])
        : behaviors
    return { answer: null, change: await chooseForType(context, { type, kind: 'behaviors', names }) }
  },
}

/**
 * Replaces the workflows of a type, the primary first; null restores those of the model. Otherwise like
 * `setTypeBehaviors`.
 */
export const setTypeWorkflows: Operation<
  { readonly type: string; readonly workflows: readonly string[] | null },
  null
> = {
  ...administration,
  run: async (context, { type, workflows: names }) => ({
    answer: null,
    change: await chooseForType(context, { type, kind: 'workflows', names }),
  }),
}

/** Computes the losses of `setTypeBehaviors` or `setTypeWorkflows`, and throws like them. */
export const previewTypeLosses: Operation<TypeChoice, TypeLosses> = {
  ...administration,
  run: async (context, choice) => ({ answer: lossesOf(context, choice) }),
}

import type { ContentNode } from '../../content/node/node.js'
import type { Change, EntryUpdate } from '../../content/store/change.js'
import { isJsonObject, type JsonObject } from '../../foundation/json.js'
import { badRequest } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { chainOf, primaryOf } from '../../workflow/chain.js'
import { conflictingPermissions, sharedTransitions } from '../../workflow/conflicts.js'
import type { Environment } from '../run/environment.js'
import { openEach } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { administration, type RequestContext } from '../run/requestContext.js'
import { changedValues } from '../write/changedValues.js'
import { updateEvent } from '../write/changeEvents.js'
import { fullReindexingOf, updateOf } from '../write/changes.js'

type Choice = Readonly<Record<string, readonly string[]>>

/**
 * The behaviors and workflows that were selected for types, by type id. They replace the behaviors and workflows of the
 * model.
 */
export interface TypeChoices {
  readonly behaviors: Choice
  readonly workflows: Choice
}

const fields = { behaviors: 'type_behaviors', workflows: 'type_workflows' } as const

export function typeChoicesOf(root: ContentNode | undefined): TypeChoices {
  const choice = (name: string): Choice => {
    const stored = root?.fields[name]
    return isJsonObject(stored) ? (stored as Choice) : {}
  }
  return { behaviors: choice(fields.behaviors), workflows: choice(fields.workflows) }
}

/** A type with its current behaviors and workflows, as returned by `listTypes`. */
export interface TypeInformation {
  readonly id: string
  readonly title: string
  readonly behaviors: readonly string[]
  /**
   * The ids of the workflows of the type, beginning with the primary workflow. The list excludes workflows that
   * behaviors contribute.
   */
  readonly workflows: readonly string[]
  /**
   * The ids of all workflows that objects of the type have: the workflows of the type, followed by the workflows that
   * behaviors contribute.
   */
  readonly chain: readonly string[]
  /**
   * Whether objects of the type have a `review_state`, which requires that the first workflow is a primary workflow.
   */
  readonly hasReviewState: boolean
  /**
   * Maps each permission that several workflows manage to the ids of these workflows, in chain order. The most recent
   * transition in one of them determines which roles have the permission (docs/workflow-and-history.md, Permissions of
   * states).
   */
  readonly conflicts: Readonly<Record<string, readonly string[]>>
  /**
   * Maps each transition id that several workflows define to the ids of these workflows, in chain order. A request runs
   * the first available transition (docs/workflow-and-history.md, Transitions).
   */
  readonly sharedTransitions: Readonly<Record<string, readonly string[]>>
}

const typesOf = ({ registry, workflows }: Pick<Environment, 'registry' | 'workflows'>): readonly TypeInformation[] =>
  [...registry.types.values()].map(type => {
    const chain = chainOf({}, type, workflows)
    const { id, title, behaviors } = type
    return {
      id,
      title,
      behaviors,
      workflows: type.workflows ?? workflows.defaultChain,
      chain: chain.map(workflow => workflow.id),
      hasReviewState: primaryOf(chain) !== undefined,
      conflicts: Object.fromEntries(conflictingPermissions(chain)),
      sharedTransitions: Object.fromEntries(sharedTransitions(chain)),
    }
  })

/** The behaviors or workflows to select for a type. Null restores the behaviors or workflows of the model. */
export interface TypeChoice {
  readonly type: string
  readonly kind: keyof TypeChoices
  readonly names: readonly string[] | null
}

/**
 * Selects behaviors or workflows for all existing and future objects of a type. Existing objects get new catalog
 * entries in the same transaction (docs/content-and-access.md, Types and behaviors, rule 6), but their permissions do
 * not change (see `repairPermissions`). Throws a ModelError that lists all problems in the resulting model.
 */
async function chooseForType(context: RequestContext, choice: TypeChoice): Promise<Change> {
  const { root, environment } = applyChoice(context, choice)
  return {
    updates: [updateOf(environment, [root])],
    events: [updateEvent(context, 'types', { node: root, details: typeDetails(context, environment, choice) })],
    entries: await entriesOfType({ ...context, environment }, { type: choice.type, root }),
  }
}

function typeDetails({ environment }: RequestContext, after: Environment, { type, kind }: TypeChoice): JsonObject {
  const namesIn = (site: Environment) => typesOf(site).find(({ id }) => id === type)?.[kind] ?? []
  return { type, changes: changedValues({ [kind]: namesIn(environment) }, { [kind]: namesIn(after) }) }
}

/** Returns the site root and the environment after a choice is applied. Throws the same errors as `chooseForType`. */
function applyChoice({ node, environment }: RequestContext, { type, kind, names }: TypeChoice) {
  if (!environment.registry.types.has(type)) throw badRequest('type.unknown', { type })
  const { [type]: _, ...otherChoices } = typeChoicesOf(node)[kind]
  const choice = names === null ? otherChoices : { ...otherChoices, [type]: names }
  const root = { ...node, fields: { ...node.fields, [fields[kind]]: choice } }
  return { root, environment: environment.at(root) }
}

/** The data that objects of a type would no longer show. The values remain stored. */
export interface TypeLosses {
  readonly behaviors: readonly string[]
  /** The names of the fields that would no longer be shown. */
  readonly fields: readonly string[]
  /** The ids of the workflows that would be removed, including workflows that behaviors contribute. */
  readonly workflows: readonly string[]
  /** Whether objects of the type would lose their `review_state` and could no longer be published. */
  readonly reviewState: boolean
}

/**
 * Returns the data that objects of the type would no longer show after a choice. Throws the same errors as
 * `chooseForType`.
 */
function lossesOf(context: RequestContext, choice: TypeChoice): TypeLosses {
  const now = traitsOf(context.environment, choice.type)
  const next = traitsOf(applyChoice(context, choice).environment, choice.type)
  const lost = (kind: 'behaviors' | 'fields' | 'workflows') => now[kind].filter(name => !next[kind].includes(name))
  return {
    behaviors: lost('behaviors'),
    fields: lost('fields'),
    workflows: lost('workflows'),
    reviewState: now.hasReviewState && !next.hasReviewState,
  }
}

function traitsOf({ registry, workflows }: Pick<Environment, 'registry' | 'workflows'>, id: string) {
  const type = registry.type(id)
  const chain = chainOf({}, type, workflows)
  return {
    behaviors: type.behaviors,
    fields: type.allFields.filter(({ hidden }) => !hidden).map(({ name }) => name),
    workflows: chain.map(workflow => workflow.id),
    hasReviewState: primaryOf(chain) !== undefined,
  }
}

async function entriesOfType(
  { environment, reader, task }: Pick<RequestContext, 'environment' | 'reader' | 'task'>,
  { type, root }: { type: string; root: ContentNode },
): Promise<readonly EntryUpdate[]> {
  const where = [{ kind: 'any', index: 'portal_type', values: [type] } as const]
  const { chunks } = await reader.scan({ principals: 'system', where })
  const entries: EntryUpdate[] = []
  for await (const items of chunks) {
    const belowRoot = items.filter(({ path }) => path !== rootPath)
    for (const [, [, ...below]] of await openEach({ reader, task }, belowRoot)) {
      if (task.isOver()) await task.next()
      entries.push(await fullReindexingOf({ environment, task }, [root, ...below]))
    }
  }
  return entries
}

export const listTypes: Operation<undefined, readonly TypeInformation[]> = {
  ...administration,
  run: async ({ environment }) => ({ answer: typesOf(environment) }),
}

/** Returns the new behaviors of a type. `present` contains the current behaviors. */
export type ChooseBehaviors = (present: readonly string[]) => readonly string[]

/**
 * Replaces the behaviors of all existing and future objects of a type. If `behaviors` is a function, it is called again
 * after a concurrent write. Throws a ModelError that lists all problems in the resulting model
 * (docs/content-and-access.md, Types and behaviors, rule 6).
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
 * Replaces the workflows of all existing and future objects of a type. The first workflow is the primary workflow. Null
 * restores the workflows of the model. Throws a ModelError that lists all problems in the resulting model.
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

/**
 * Returns the data that `setTypeBehaviors` or `setTypeWorkflows` would remove. Throws the same errors as these
 * operations.
 */
export const previewTypeLosses: Operation<TypeChoice, TypeLosses> = {
  ...administration,
  run: async (context, choice) => ({ answer: lossesOf(context, choice) }),
}

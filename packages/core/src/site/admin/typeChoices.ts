import type { ContentNode } from '../../content/node/node.js'
import type { Change, EntryUpdate } from '../../content/store/contentStore.js'
import { DomainError } from '../../foundation/domainError.js'
import { isJsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { chainOf } from '../../workflow/chain.js'
import { conflictingPermissions } from '../../workflow/conflicts.js'
import type { Environment } from '../run/environment.js'
import { openEach } from '../run/openEach.js'
import type { Visit } from '../run/visit.js'
import { rewordingOf, updateOf } from '../write/changes.js'

type Choice = Readonly<Record<string, readonly string[]>>

/** The behaviors and workflows that a site has chosen for types, by type id. They replace those of the model. */
export interface TypeChoices {
  readonly behaviors: Choice
  readonly workflows: Choice
}

/** The hidden fields of the site root that store the choices. */
const fields = { behaviors: 'type_behaviors', workflows: 'type_workflows' } as const

export function typeChoicesOf(root: ContentNode | undefined): TypeChoices {
  const choice = (name: string): Choice => {
    const stored = root?.fields[name]
    return isJsonObject(stored) ? (stored as Choice) : {}
  }
  return { behaviors: choice(fields.behaviors), workflows: choice(fields.workflows) }
}

/** A type with its current behaviors and workflows, as `listTypes` returns it. */
export interface TypeInformation {
  readonly id: string
  readonly title: string
  readonly behaviors: readonly string[]
  /** Ids of the workflows of the type, the primary first, without those that behaviors contribute. */
  readonly workflows: readonly string[]
  /**
   * The permissions that several workflows of its objects manage, with the workflow ids in chain order. They are
   * reported because the latest transition silently wins (docs/workflow-and-history.md, Permissions of states).
   */
  readonly conflicts: Readonly<Record<string, readonly string[]>>
}

export function typesOf({
  registry,
  workflows,
}: Pick<Environment, 'registry' | 'workflows'>): readonly TypeInformation[] {
  return [...registry.types.values()].map(type => {
    const conflicts = Object.fromEntries(conflictingPermissions(chainOf({}, type, workflows)))
    const { id, title, behaviors } = type
    return { id, title, behaviors, workflows: type.workflows ?? workflows.defaultChain, conflicts }
  })
}

/** The behaviors or workflows to choose for a type; null for those of the model. */
export interface TypeChoice {
  readonly type: string
  readonly kind: keyof TypeChoices
  readonly names: readonly string[] | null
}

/**
 * Chooses other behaviors or workflows for a type. The choice also applies to existing objects: they get new catalog
 * entries in the same transaction (docs/content-and-access.md, Types and behaviors, rule 6), but keep their permissions
 * (see `repairPermissions`). The whole model is checked first; throws a ModelError with all problems.
 */
export async function chooseForType(
  { node: before, environment, reader, work }: Visit,
  { type, kind, names }: TypeChoice,
): Promise<Change> {
  if (!environment.registry.types.has(type)) throw new DomainError('bad-request', message('type.unknown', { type }))
  const { [type]: _, ...others } = typeChoicesOf(before)[kind]
  const chosen = names === null ? others : { ...others, [type]: names }
  const root = { ...before, fields: { ...before.fields, [fields[kind]]: chosen } }
  const next = environment.at(root)
  return {
    updates: [updateOf(next, [root])],
    entries: await entriesOfType({ environment: next, reader, work }, { type, root }),
  }
}

async function entriesOfType(
  { environment, reader, work }: Pick<Visit, 'environment' | 'reader' | 'work'>,
  { type, root }: { type: string; root: ContentNode },
): Promise<readonly EntryUpdate[]> {
  const where = [{ kind: 'any', index: 'portal_type', values: [type] } as const]
  const { stretches } = await reader.scan({ principals: 'system', where })
  const entries: EntryUpdate[] = []
  for await (const items of stretches) {
    const others = items.filter(({ path }) => path !== rootPath)
    for (const [, [, ...below]] of await openEach({ reader, work }, others)) {
      if (work.isOver()) await work.next()
      entries.push(await rewordingOf({ environment, work }, [root, ...below]))
    }
  }
  return entries
}

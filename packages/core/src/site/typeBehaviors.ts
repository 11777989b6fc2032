import { catalogEntry } from '../content/catalogEntry.js'
import type { ContentReader } from '../content/contentStore.js'
import type { ContentNode } from '../content/node.js'
import { DomainError } from '../foundation/domainError.js'
import { isJsonObject } from '../foundation/json.js'
import { message } from '../foundation/messages.js'
import { rootPath } from '../foundation/paths.js'
import type { Environment } from './environment.js'
import { objectOf } from './visit.js'

/** The hidden field of the site root that says which types have other behaviors than they were made with. */
const field = 'type_behaviors'

export type TypeBehaviors = Readonly<Record<string, readonly string[]>>

export function typeBehaviorsOf(root: ContentNode | undefined): TypeBehaviors {
  const stored = root?.fields[field]
  return isJsonObject(stored) ? (stored as TypeBehaviors) : {}
}

export interface TypeInformation {
  readonly id: string
  readonly title: string
  readonly behaviors: readonly string[]
}

export function listTypes(environment: Environment): Promise<readonly TypeInformation[]> {
  return environment.store.read(async reader => {
    const { types } = environment.at((await reader.open(rootPath)).lineage[0]).registry
    return [...types.values()].map(({ id, title, behaviors }) => ({ id, title, behaviors }))
  })
}

const attempts = 20

/**
 * Gives a type other behaviors, for what exists as well: the whole model is judged again first, and objects of the
 * type get new catalog entries in the same change (decisions, section 2). Throws one Error with every fault.
 */
export async function setBehaviors(
  environment: Environment,
  type: string,
  behaviors: readonly string[],
): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const change = await environment.store.read(reader => decide(environment, reader, { type, behaviors }))
    if ((await environment.store.commit(change)).ok) return
  }
  throw new DomainError('conflict', message('commit.conflict'))
}

async function decide(
  environment: Environment,
  reader: ContentReader,
  { type, behaviors }: { type: string; behaviors: readonly string[] },
) {
  const before = objectOf((await reader.open(rootPath)).lineage)
  if (!environment.registry.types.has(type)) throw new DomainError('bad-request', message('type.unknown', { type }))
  const root = { ...before, fields: { ...before.fields, [field]: { ...typeBehaviorsOf(before), [type]: behaviors } } }
  const next = environment.at(root)
  return {
    updates: [{ node: root, entry: catalogEntry([root], next) }],
    entries: await entriesOfType(next, reader, { type, root }),
  }
}

async function entriesOfType(
  environment: Environment,
  reader: ContentReader,
  { type, root }: { type: string; root: ContentNode },
) {
  const where = [{ kind: 'any', index: 'portal_type', values: [type] } as const]
  const { items } = await reader.search({ sight: 'system', where })
  const entries = []
  for (const { path } of items.filter(item => item.path !== rootPath)) {
    const lineage = [root, ...(await reader.open(path)).lineage.slice(1)]
    const { uid, revision } = objectOf(lineage)
    entries.push({ uid, revision, entry: catalogEntry(lineage, environment) })
  }
  return entries
}

import { catalogEntry } from '../content/catalogEntry.js'
import type { Change, ContentReader } from '../content/contentStore.js'
import { freeId, idFromTitle } from '../content/naming.js'
import type { ContentNode, FieldValues, WorkflowRecord } from '../content/node.js'
import { initialValues, sameFields } from '../content/readFields.js'
import type { Instant } from '../foundation/instants.js'
import { idOfPath, joinPath, parentPath } from '../foundation/paths.js'
import type { Member } from '../security/caller.js'
import { chainOf } from '../workflow/chain.js'
import { decideMove, enterWorkflows } from '../workflow/move.js'
import type { Environment } from './environment.js'
import { newNode } from './operations/addContent.js'
import { entriesBelow } from './reindex.js'

type Lineage = readonly ContentNode[]

export interface Addition {
  readonly type: string
  /** Made from `name` when it is left out; made unique in either case. */
  readonly id?: string
  readonly name?: string
  readonly uid?: string
  readonly values: FieldValues
}

/** Many additions and changes that become one change. What is added is published. */
export interface ContentDraft {
  lineageOf(node: ContentNode): Promise<Lineage>
  add(container: Lineage, addition: Addition): Promise<Lineage>
  /** Merges values into the last of a lineage; nothing happens when they are there already. */
  change(lineage: Lineage, values: FieldValues): Promise<Lineage>
  /** The same for a node; `before` tells what is stored when the node differs in more than its fields. */
  changeNode(node: ContentNode, values: FieldValues, before?: ContentNode): Promise<Lineage>
  /** Takes a node back from publication, where it is published. */
  retract(node: ContentNode): Promise<void>
  finish(): {
    readonly change: Change
    readonly created: number
    readonly updated: number
    readonly unchanged: number
    readonly retracted: number
  }
}

interface Origin {
  readonly environment: Environment
  readonly reader: ContentReader
  readonly options: { readonly author: string }
}

export function draftContent({ environment, reader, options }: Origin): ContentDraft {
  const now = environment.now()
  const author: Member = {
    kind: 'member',
    id: options.author,
    fullname: options.author,
    roles: ['Manager'],
    groups: [],
  }
  const creates: NonNullable<Change['creates']>[number][] = []
  const updates: NonNullable<Change['updates']>[number][] = []
  const entries: NonNullable<Change['entries']>[number][] = []
  const touched = new Set<string>()
  const taken = new Map<string, Set<string>>()
  let unchanged = 0
  let retracted = 0

  const lineageOf = async (node: ContentNode): Promise<Lineage> => {
    const above = (await reader.open(parentPath(node.path))).lineage
    return [...above, node]
  }
  const takenIn = async (container: string): Promise<Set<string>> => {
    const known = taken.get(container)
    if (known) return known
    const { items } = await reader.search({
      sight: 'system',
      where: [{ kind: 'below', path: container, depth: 'children' }],
    })
    const ids = new Set(items.map(({ path }) => idOfPath(path)))
    taken.set(container, ids)
    return ids
  }
  const update = (lineage: Lineage, node: ContentNode, records: readonly WorkflowRecord[] = []): Lineage => {
    const changed = [...lineage.slice(0, -1), node]
    updates.push({ node, entry: catalogEntry(changed, environment), records })
    return changed
  }

  const changeNode: ContentDraft['changeNode'] = async (node, values, before = node) => {
    const fields = { ...node.fields, ...values }
    if (sameFields(fields, before.fields) && node.type === before.type) {
      unchanged += 1
      return [node]
    }
    return update(await lineageOf(node), { ...node, fields, modified: now })
  }

  return {
    lineageOf,
    changeNode,
    async add(container, { type: typeId, id, name = '', uid = environment.newUid(), values }) {
      const type = environment.registry.type(typeId)
      const path = container.at(-1)?.path ?? '/'
      const ids = await takenIn(path)
      const free = freeId(id ?? idFromTitle(name, environment.transliterate), candidate => ids.has(candidate)) ?? uid
      ids.add(free)
      const fields = { ...initialValues(type.allFields, now), creators: [author.id], ...values }
      const fresh = newNode(
        { caller: author, now },
        { type, uid, path: joinPath(path, free), values: fields, layout: null },
      )
      const { node, records } = published(environment, fresh, { actor: author.id, time: now })
      creates.push({ node, entry: catalogEntry([...container, node], environment), records })
      touched.add(path)
      return [...container, node]
    },
    async change(lineage, values) {
      const node = lineage.at(-1)
      if (!node) return lineage
      const fields = { ...node.fields, ...values }
      return sameFields(fields, node.fields) ? lineage : update(lineage, { ...node, fields, modified: now })
    },
    async retract(node) {
      const request = { transition: 'retract', actor: author.id, comments: '', time: now, passes: () => true }
      const decision = decideMove(node, chainOf(environment.registry.type(node.type), environment.workflows), request)
      if (decision.kind !== 'moved') return
      retracted += 1
      const changed = update(await lineageOf(node), decision.node, decision.records)
      entries.push(...(await entriesBelow({ environment, reader }, node.path, changed)))
    },
    finish() {
      const updatedPaths = new Set(updates.map(({ node }) => node.path))
      const touches = [...touched].filter(
        path => !updatedPaths.has(path) && !creates.some(({ node }) => node.path === path),
      )
      const change = { creates, updates, entries, touches: touches.map(path => ({ path, modified: now })) }
      return { change, created: creates.length, updated: updates.length - retracted, unchanged, retracted }
    },
  }
}

/** A new object that has been through its workflows up to publication. */
function published(
  environment: Environment,
  fresh: ContentNode,
  by: { actor: string; time: Instant },
): { node: ContentNode; records: readonly WorkflowRecord[] } {
  const chain = chainOf(environment.registry.type(fresh.type), environment.workflows)
  const entered = enterWorkflows(fresh, chain, { ...by, comments: '' })
  const moved = decideMove(entered.node, chain, { ...by, transition: 'publish', comments: '', passes: () => true })
  if (moved.kind !== 'moved') return entered
  return {
    node: { ...moved.node, fields: { ...moved.node.fields, effective: by.time } },
    records: [...entered.records, ...moved.records],
  }
}

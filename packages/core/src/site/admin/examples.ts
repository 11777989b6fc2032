import type { ContentNode, FieldValues } from '../../content/node/node.js'
import { coveringPaths, pathsAbove, rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, type Visit } from '../run/visit.js'
import { editOf, updateOf } from '../write/changes.js'

/** Example content of a new site, stored in a hidden field of the site root. */
interface Examples {
  readonly uids: readonly string[]
  /** The title of the site root, and the names of the fields that it received with the examples. */
  readonly title: string
  readonly fields: readonly string[]
}

const examplesField = 'examples'

const administration = { permission: permission.manageSite, exists: isSiteRoot } as const

/** Marks the whole content of the site as examples; `fields` are the fields that the site root received with them. */
export const markExamples: Operation<{ readonly fields: readonly string[] }, null> = {
  ...administration,
  async run(visit, { fields }) {
    const uids = (await nodesBelowRoot(visit)).map(({ uid }) => uid)
    const examples = { uids, title: visit.node.fields.title ?? '', fields }
    const node = { ...visit.node, fields: { ...visit.node.fields, [examplesField]: examples } }
    return { answer: null, change: { updates: [updateOf(visit.environment, [node])] } }
  },
}

/** The number of remaining examples. */
export const countExamples: Operation<undefined, number> = {
  ...administration,
  run: async ({ node, reader }) => ({ answer: (await reader.nodes(examplesOf(node)?.uids ?? [])).length }),
}

export interface RemovedExamples {
  readonly removed: number
  /** Examples that stay, because they contain other objects. */
  readonly kept: readonly { readonly path: string; readonly title: string }[]
  /** Whether the site root lost the fields of the examples. It retains them if its title was changed. */
  readonly isRootEmptied: boolean
}

/**
 * Removes the examples, even edited ones, except those that contain other objects. Afterwards no object is marked as an
 * example (docs/operate.md, The demonstration).
 */
export const removeExamples: Operation<{ readonly title: string }, RemovedExamples> = {
  ...administration,
  async run(visit, { title }) {
    const examples = examplesOf(visit.node)
    if (!examples) return { answer: { removed: 0, kept: [], isRootEmptied: false } }
    const { removed, tops, kept } = removable(await nodesBelowRoot(visit), new Set(examples.uids))
    const isRootEmptied = visit.node.fields.title === examples.title
    const root = {
      ...visit.node,
      modified: visit.now,
      fields: fieldsWithout(visit.node, examples, isRootEmptied, title),
    }
    return {
      answer: { removed, kept: kept.map(({ path, fields }) => ({ path, title: String(fields.title) })), isRootEmptied },
      change: { removes: tops, updates: [await editOf(visit, [root], { note: null })] },
    }
  },
}

const examplesOf = (root: ContentNode): Examples | undefined =>
  root.fields[examplesField] as unknown as Examples | undefined

function fieldsWithout(root: ContentNode, { fields }: Examples, isEmptied: boolean, title: string): FieldValues {
  const gone = new Set([examplesField, ...(isEmptied ? fields : [])])
  const left = Object.entries(root.fields).filter(([name]) => !gone.has(name))
  return { ...Object.fromEntries(left), ...(isEmptied ? { title } : {}) }
}

/** Containers come before their content. */
async function nodesBelowRoot({ reader, work }: Visit): Promise<readonly ContentNode[]> {
  const found: ContentNode[] = []
  for await (const nodes of reader.subtree(rootPath)) {
    if (work.isOver()) await work.next()
    found.push(...nodes.filter(({ path }) => path !== rootPath))
  }
  return found
}

interface Removable {
  readonly removed: number
  /** The roots of the subtrees to remove. */
  readonly tops: readonly string[]
  readonly kept: readonly ContentNode[]
}

function removable(nodes: readonly ContentNode[], uids: ReadonlySet<string>): Removable {
  const holding = new Set<string>()
  for (const { uid, path } of nodes) if (!uids.has(uid)) for (const above of pathsAbove(path)) holding.add(above)
  const examples = nodes.filter(({ uid }) => uids.has(uid))
  const going = examples.filter(({ path }) => !holding.has(path)).map(({ path }) => path)
  return {
    removed: going.length,
    tops: coveringPaths(going),
    kept: examples.filter(({ path }) => holding.has(path)),
  }
}

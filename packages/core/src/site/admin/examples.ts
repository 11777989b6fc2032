import type { ContentNode, FieldValues } from '../../content/node/node.js'
import { coveringPaths, pathsAbove, rootPath } from '../../foundation/paths.js'
import { eachOf } from '../../foundation/scheduler.js'
import type { Operation } from '../run/operation.js'
import { administration, type RequestContext } from '../run/requestContext.js'
import { editOf, updateOf } from '../write/changes.js'

interface Examples {
  readonly uids: readonly string[]
  /**
   * The title of the site root when the examples were added. `fields` are the root fields that were set together with
   * the examples.
   */
  readonly title: string
  readonly fields: readonly string[]
}

const examplesField = 'examples'

/** Marks all content of the site as examples. `fields` are the root fields that were set together with the examples. */
export const markExamples: Operation<{ readonly fields: readonly string[] }, null> = {
  ...administration,
  async run(context, { fields }) {
    const uids = (await nodesBelowRoot(context)).map(({ uid }) => uid)
    const examples = { uids, title: context.node.fields.title ?? '', fields }
    const node = { ...context.node, fields: { ...context.node.fields, [examplesField]: examples } }
    return { answer: null, change: { updates: [updateOf(context.environment, [node])] } }
  },
}

export const countExamples: Operation<undefined, number> = {
  ...administration,
  run: async ({ node, reader }) => ({ answer: (await reader.nodes(exampleUids(node))).length }),
}

/** Returns the UIDs of all examples, including examples that have been deleted. */
export const exampleUids = (root: ContentNode | undefined): readonly string[] => (root && examplesOf(root)?.uids) ?? []

export interface RemovedExamples {
  readonly removed: number
  /** The examples that remain because they contain other objects. */
  readonly retained: readonly { readonly path: string; readonly title: string }[]
  /**
   * Whether the example values were removed from the site root. They are removed only if the title of the site root has
   * not been changed.
   */
  readonly isRootEmptied: boolean
}

/**
 * Removes all examples, including edited ones, except examples that contain other objects. Afterwards, no object is
 * marked as an example (docs/operate.md, The demonstration).
 */
export const removeExamples: Operation<{ readonly title: string }, RemovedExamples> = {
  ...administration,
  async run(context, { title }) {
    const examples = examplesOf(context.node)
    if (!examples) return { answer: { removed: 0, retained: [], isRootEmptied: false } }
    const { removed, tops, retained } = removable(await nodesBelowRoot(context), new Set(examples.uids))
    const isRootEmptied = context.node.fields.title === examples.title
    const root = {
      ...context.node,
      modified: context.now,
      fields: fieldsWithout(context.node, examples, isRootEmptied, title),
    }
    return {
      answer: {
        removed,
        retained: retained.map(({ path, fields }) => ({ path, title: String(fields.title) })),
        isRootEmptied,
      },
      change: { removes: tops, updates: [await editOf(context, [root], { note: null })] },
    }
  },
}

const examplesOf = (root: ContentNode): Examples | undefined =>
  root.fields[examplesField] as unknown as Examples | undefined

function fieldsWithout(root: ContentNode, { fields }: Examples, isEmptied: boolean, title: string): FieldValues {
  const removedNames = new Set([examplesField, ...(isEmptied ? fields : [])])
  const remaining = Object.entries(root.fields).filter(([name]) => !removedNames.has(name))
  return { ...Object.fromEntries(remaining), ...(isEmptied ? { title } : {}) }
}

/** Returns all objects except the site root. Containers precede their items. */
async function nodesBelowRoot({ reader, task }: RequestContext): Promise<readonly ContentNode[]> {
  const result: ContentNode[] = []
  for await (const node of eachOf(reader.subtree(rootPath), task)) if (node.path !== rootPath) result.push(node)
  return result
}

interface Removable {
  readonly removed: number
  readonly tops: readonly string[]
  readonly retained: readonly ContentNode[]
}

function removable(nodes: readonly ContentNode[], uids: ReadonlySet<string>): Removable {
  const nonEmptyPaths = new Set<string>()
  for (const { uid, path } of nodes) if (!uids.has(uid)) for (const above of pathsAbove(path)) nonEmptyPaths.add(above)
  const examples = nodes.filter(({ uid }) => uids.has(uid))
  const removedPaths = examples.filter(({ path }) => !nonEmptyPaths.has(path)).map(({ path }) => path)
  return {
    removed: removedPaths.length,
    tops: coveringPaths(removedPaths),
    retained: examples.filter(({ path }) => nonEmptyPaths.has(path)),
  }
}

import { catalogEntry } from '../../content/catalog/catalogEntry.js'
import { type ContentNode, type FieldValues, type Lineage, objectOf } from '../../content/node/node.js'
import type { ContentReader } from '../../content/store/contentReader.js'
import { rootPath } from '../../foundation/paths.js'
import { inTask } from '../../foundation/scheduler.js'
import type { ExpectedEntry, RewrittenObject } from '../../portable/wholeStore.js'
import type { Environment } from '../run/environment.js'
import { type ObjectRef, openEach } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'
import { decideAndCommit } from '../run/untilCommitted.js'
import { updateOf } from '../write/changes.js'

export type Reading = Pick<RequestContext, 'task'> & { readonly reader: ContentReader }

export type Rewritten = ExpectedEntry & Pick<RewrittenObject, 'node'>

export function* batchesOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size)
}

/**
 * Rewrites objects. If the platform does not support raw writes to the store, only the catalog entries are rewritten.
 */
export async function rewriteEach(
  environment: Environment,
  locations: readonly ObjectRef[],
  rewritten: (reading: Reading, lineage: Lineage) => Promise<Rewritten>,
): Promise<void> {
  const { store, whole, scheduler } = environment
  await inTask(scheduler, async task => {
    const objects = await store.read(async reader => {
      const all: Rewritten[] = []
      for (const [, lineage] of await openEach({ reader, task }, locations))
        all.push(await rewritten({ reader, task }, lineage))
      return all
    })
    if (objects.length === 0) return
    if (whole) await whole.rewrite(objects, task)
    else await decideAndCommit(environment, async () => ({ answer: null, change: { entries: objects } }))
  })
}

/** Adds `marks` to the site root. Marks are fields that clients cannot see. */
export const withMarks = (root: ContentNode, marks: FieldValues): ContentNode => ({
  ...root,
  fields: { ...root.fields, ...marks },
})

export const markRoot = (environment: Environment, marks: FieldValues): Promise<void> =>
  rewriteRoot(environment, root => withMarks(root, marks))

/** Changes the site root. Increments its revision only if the platform does not support raw writes to the store. */
export async function rewriteRoot(environment: Environment, change: (root: ContentNode) => ContentNode): Promise<void> {
  const { store, whole, scheduler } = environment
  const node = await store.read(async reader => change(objectOf((await reader.open(rootPath)).lineage)))
  const at = environment.at(node)
  if (!whole)
    return decideAndCommit(environment, async () => ({
      answer: undefined,
      change: { updates: [updateOf(at, [node])] },
    }))
  const entry = await inTask(scheduler, task => catalogEntry([node], at, task))
  await whole.rewrite([{ uid: node.uid, revision: node.revision, entry, node }])
}

import { catalogEntry } from '../../content/catalog/catalogEntry.js'
import { type FieldValues, type Lineage, objectOf } from '../../content/node/node.js'
import { recurringFromField, recurringIndex } from '../../event/eventBehavior.js'
import type { Instant } from '../../foundation/instants.js'
import { rootPath } from '../../foundation/paths.js'
import type { Environment } from '../run/environment.js'
import { type ObjectRef, scanFew } from '../run/openEach.js'
import { batchesOf, markRoot, type Reading, type Rewritten, rewriteEach, withMarks } from './rewriteEach.js'

/**
 * The maximum number of events per change. Each event can have up to 2,000 index values, so larger changes would block
 * other writers for too long.
 */
const batchSize = 5

export const recurringMark = (now: Instant): FieldValues => {
  const date = new Date(now)
  return { [recurringFromField]: Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) }
}

/**
 * Indexes further occurrences of recurring events once a month (docs/content-and-access.md, Recurring events, rule 3).
 * Concurrent calls from several processes are safe. After an interruption, the next call starts from the beginning.
 */
export async function extendRecurringEvents(
  environment: Environment,
  signal?: { readonly aborted: boolean },
): Promise<void> {
  const mark = recurringMark(environment.now())
  const events = await outdatedEvents(environment, mark)
  if (!events) return
  const renewed = async ({ task }: Reading, lineage: Lineage): Promise<Rewritten> => {
    const { uid, revision } = objectOf(lineage)
    const [root, ...below] = lineage
    const after = root ? [withMarks(root, mark), ...below] : below
    return { uid, revision, entry: await catalogEntry(after, environment.at(after[0]), task) }
  }
  for (const batch of batchesOf(events, batchSize)) {
    if (signal?.aborted) return
    await rewriteEach(environment, batch, renewed)
  }
  await markRoot(environment, mark)
}

function outdatedEvents({ store, scheduler }: Environment, mark: FieldValues): Promise<readonly ObjectRef[] | null> {
  return store.read(async reader => {
    const [root] = (await reader.open(rootPath)).lineage
    const isCurrent = Number(root?.fields[recurringFromField] ?? 0) >= Number(mark[recurringFromField])
    if (!root || isCurrent) return null
    const where = [{ kind: 'any', index: recurringIndex, values: [true] } as const]
    return scanFew({ reader, task: scheduler }, { principals: 'system', where })
  })
}

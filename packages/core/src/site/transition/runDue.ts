import type { CatalogQuery } from '../../content/store/catalog.js'
import type { Instant } from '../../foundation/instants.js'
import { DomainError, translateEnglish } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { anonymous } from '../../security/caller.js'
import { dueIndex } from '../../workflow/timers.js'
import type { Environment } from '../run/environment.js'
import type { ObjectRef } from '../run/openEach.js'
import { runOperation } from '../run/runOperation.js'
import { isPaused } from './pauses.js'
import { type DueResult, runDueTransition } from './runDueTransition.js'

export interface DueOptions {
  /**
   * The maximum number of objects whose transitions are run in one call. Defaults to 100. At most one transition runs
   * per object.
   */
  readonly limit?: number
  /** The signal that stops the run between two objects. */
  readonly signal?: { readonly aborted: boolean }
  /**
   * A function that is called for each error. The next run retries the transition, unless the transition was refused.
   */
  readonly onError?: (error: unknown, path: string) => void
}

export interface DueRun {
  readonly ran: number
  readonly refused: number
  /** Whether more transitions may be due. */
  readonly hasMore: boolean
}

/**
 * The maximum number of batches in a run. Another batch is processed only if the previous batch neither ran nor refused
 * a transition.
 */
const maxBatches = 10

/** Runs due transitions, earliest first (see `Site.runDue`). Objects with errors do not block other objects. */
export async function runDue(environment: Environment, options: DueOptions = {}): Promise<DueRun> {
  const { limit = 100, signal } = options
  for (let batch = 0; batch < maxBatches; batch++) {
    const { until, objects } = await dueObjects(environment, { start: batch * limit, size: limit })
    const { ran, refused } = await runEach(environment, objects, { ...options, until })
    const mayBeStuck = ran + refused === 0 && objects.length === limit && !signal?.aborted
    if (!mayBeStuck) return { ran, refused, hasMore: ran + refused > 0 }
  }
  return { ran: 0, refused: 0, hasMore: false }
}

async function runEach(
  environment: Environment,
  objects: readonly ObjectRef[],
  { until, signal, onError = () => {} }: DueOptions & { readonly until: Instant },
) {
  const counts = { ran: 0, refused: 0, nothing: 0 }
  for (const object of objects) {
    if (signal?.aborted) break
    const { kind, error } = await runOne(environment, object, until).catch(failure)
    if (error !== undefined) onError(error, object.path)
    counts[kind] += 1
  }
  return counts
}

const dueObjects = ({ store, now }: Environment, range: Pick<CatalogQuery, 'start' | 'size'>) =>
  store.read(async reader => {
    const [root] = (await reader.open(rootPath)).lineage
    const until = (await reader.facts()).clock ?? now()
    if (!root || isPaused(root)) return { until, objects: [] }
    const { items } = await reader.search({
      ...range,
      principals: 'system',
      where: [{ kind: 'range', index: dueIndex, min: null, max: until }],
      sort: [{ by: dueIndex, descending: false }],
    })
    return { until, objects: items }
  })

const runOne = (environment: Environment, { path }: ObjectRef, until: Instant): Promise<DueResult> =>
  runOperation(environment, runDueTransition, {
    path,
    caller: anonymous,
    base: '',
    translate: translateEnglish,
    input: () => ({ until }),
  })

/**
 * Returns the result for an object with an error. If the object was deleted, renamed or hidden, the error is ignored.
 * The next search finds the new path of a renamed object. Errors that concern the store are rethrown.
 */
function failure(error: unknown): DueResult {
  const code = error instanceof DomainError ? error.code : null
  if (code === 'store-unavailable' || code === 'busy') throw error
  const isGone = code === 'not-found' || code === 'moved' || code === 'unauthorized'
  return { kind: 'nothing', ...(isGone ? {} : { error }) }
}

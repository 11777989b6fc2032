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
  /** The maximum number of objects; 100 by default. At most one transition is run for each object. */
  readonly limit?: number
  /** Stops the run between two objects. */
  readonly signal?: { readonly aborted: boolean }
  /** Called for an error with an object. Unless the transition was refused, it is attempted again in the next run. */
  readonly onError?: (error: unknown, path: string) => void
}

export interface DueRun {
  readonly ran: number
  readonly refused: number
  /** Whether further transitions may be due. */
  readonly hasMore: boolean
}

/** Runs due transitions, the earliest first (see `Site.runDue`). */
export async function runDue(
  environment: Environment,
  { limit = 100, signal, onError = () => {} }: DueOptions = {},
): Promise<DueRun> {
  const { until, objects } = await dueObjects(environment, limit)
  const counts = { ran: 0, refused: 0, nothing: 0 }
  for (const object of objects) {
    if (signal?.aborted) break
    const { kind, error } = await runOne(environment, object, until).catch(failure)
    if (error !== undefined) onError(error, object.path)
    counts[kind] += 1
  }
  const { ran, refused } = counts
  return { ran, refused, hasMore: ran + refused > 0 }
}

/** The objects with a due transition, and the current time of the database, which all processes share. */
const dueObjects = ({ store, now }: Environment, limit: number) =>
  store.read(async reader => {
    const [root] = (await reader.open(rootPath)).lineage
    const until = (await reader.facts()).clock ?? now()
    if (!root || isPaused(root)) return { until, objects: [] }
    const { items } = await reader.search({
      principals: 'system',
      where: [{ kind: 'range', index: dueIndex, min: null, max: until }],
      sort: [{ by: dueIndex, descending: false }],
      size: limit,
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

/** The result for an error. A deleted or renamed object is not an error, because the next search finds the new path. */
function failure(error: unknown): DueResult {
  const isGone =
    error instanceof DomainError &&
    (error.code === 'not-found' || error.code === 'moved' || error.code === 'unauthorized')
  return { kind: 'nothing', ...(isGone ? {} : { error }) }
}

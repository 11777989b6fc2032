import type { InvalidationPayload, MemoizeStatus } from '../../answers/memoize.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/stockPermissions.js'
import type { Environment } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'

const isAtRoot = ({ node, environment }: RequestContext): boolean =>
  node.path === rootPath && environment.memoizing !== undefined

/** `GET /@sharedmemoize` (docs/caching.md, Administration endpoint). */
export const getSharedMemoize: Operation<undefined, MemoizeStatus> = {
  permission: permission.manageSite,
  exists: isAtRoot,
  run: async ({ environment }) => ({ later: () => memoizerOf(environment).status() }),
}

/** `POST /@sharedmemoize/invalidate` with exactly `{}` or `{function}` (docs/caching.md, Administration endpoint). */
export const invalidateSharedMemoize: Operation<JsonObject | null, InvalidationPayload> = {
  permission: permission.manageSite,
  exists: isAtRoot,
  async run({ environment }, body) {
    const name = functionIn(body)
    return { later: () => invalidate(environment, name) }
  },
}

/**
 * Recorded after the invalidation in the shared cache server: values computed in the new state read no older value
 * there.
 */
async function invalidate(environment: Environment, name: string | null): Promise<InvalidationPayload> {
  const outcome = await memoizerOf(environment).invalidate(name)
  await record(environment)
  if (outcome.kind === 'unavailable') throw new DomainError('store-unavailable', message('memoize.store-unavailable'))
  return { function: outcome.function, removed: outcome.removed }
}

/** Cached answers and ETags of all processes depend on the invalidation count in the store. */
async function record({ store, invalidations }: Environment): Promise<void> {
  try {
    invalidations.noticeOwn(await store.recordInvalidation())
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(error.code, message('memoize.not-recorded'), error.details, { cause: error })
  }
}

function memoizerOf({ memoizing }: Environment) {
  if (!memoizing) throw new Error('No memoizer is configured.')
  return memoizing.memoizer
}

/** Any other body is rejected: a misspelt `function` would invalidate everything. */
function functionIn(body: JsonObject | null): string | null {
  const names = Object.keys(body ?? {})
  const name = body?.function
  if (body && names.length === 0) return null
  if (names.length === 1 && typeof name === 'string' && name !== '') return name
  throw badRequest('memoize.body')
}

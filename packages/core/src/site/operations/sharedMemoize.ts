import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import type { Memoizer } from '../../memoize/memoizer/memoizer.js'
import type { MemoizeStatus } from '../../memoize/memoizer/status.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import type { Visit } from '../run/visit.js'

const isAtRoot = ({ node, environment }: Visit): boolean =>
  node.path === rootPath && environment.memoizing !== undefined

/** `GET /@sharedmemoize` (docs/caching.md, Administration endpoint). */
export const getSharedMemoize: Operation<undefined, MemoizeStatus> = {
  permission: permission.manageSite,
  exists: isAtRoot,
  run: async ({ environment }) => ({ later: () => memoizerOf(environment).status() }),
}

/** `POST /@sharedmemoize/invalidate` with exactly `{}` or `{function}` (docs/caching.md, Administration endpoint). */
export const invalidateSharedMemoize: Operation<JsonObject | null, JsonObject> = {
  permission: permission.manageSite,
  exists: isAtRoot,
  async run({ environment }, body) {
    const name = functionIn(body)
    return { later: () => invalidate(memoizerOf(environment), name) }
  },
}

async function invalidate(memoizer: Memoizer, name: string | null): Promise<JsonObject> {
  const outcome = await memoizer.invalidate(name)
  if (outcome.kind === 'unavailable') throw new DomainError('store-unavailable', message('memoize.store-unavailable'))
  return { function: outcome.function, removed: outcome.removed }
}

function memoizerOf({ memoizing }: Visit['environment']) {
  if (!memoizing) throw new Error('There is no memoizer.')
  return memoizing.memoizer
}

/** Other bodies are refused, because a misspelt `function` would invalidate everything. */
function functionIn(body: JsonObject | null): string | null {
  const names = Object.keys(body ?? {})
  const name = body?.function
  if (body && names.length === 0) return null
  if (names.length === 1 && typeof name === 'string' && name !== '') return name
  throw new DomainError('bad-request', message('memoize.body'))
}

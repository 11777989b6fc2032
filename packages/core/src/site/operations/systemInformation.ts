import type { InvalidationPayload, MemoizeStatus } from '@plenum/memoize'
import type { AddonsPayload, DatabasePayload, SystemPayload, UpgradePayload } from '../../answers/site.js'
import type { NewEvent } from '../../changeFeed/events.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { permission } from '../../security/permissions.js'
import type { Environment } from '../run/environment.js'
import type { Operation } from '../run/operation.js'
import { administration, type RequestContext } from '../run/requestContext.js'
import { siteEvent } from '../write/changeEvents.js'

/**
 * Creates an operation for site administrators. The payload must contain all keys that clients expect. Keys that do not
 * apply are null.
 */
const forManagers = <Payload>(
  show: (context: RequestContext) => Payload | Promise<Payload>,
): Operation<undefined, Payload> => ({
  ...administration,
  run: async context => ({ answer: await show(context) }),
})

/** The version of plone.restapi with which this API is compatible. Clients use it to detect features. */
const compatibleVersion = '10.0.0'

/** `GET /@system` returns the software versions (docs/site-settings.md, System, rule 1). */
export const getSystem = forManagers<SystemPayload>(({ base, environment }) => ({
  '@id': `${base}/@system`,
  cmf_version: null,
  debug_mode: 'No',
  pil_version: null,
  plone_restapi_version: compatibleVersion,
  plone_version: null,
  python_version: null,
  upgrade: false,
  versions: environment.versions ?? {},
  zope_version: null,
}))

/**
 * `GET /@database` returns the kind and size of the store, and the number of its objects (docs/site-settings.md,
 * System, rule 2).
 */
export const getDatabase = forManagers<DatabasePayload>(async ({ base, reader }) => {
  const { kind, bytes } = await reader.facts()
  const { total } = await reader.search({ principals: 'system', where: [], size: 0 })
  return {
    '@id': `${base}/@database`,
    cache_detail_length: [],
    cache_length: null,
    cache_length_bytes: null,
    cache_size: null,
    database_size: bytes,
    db_name: kind,
    db_size: total,
  }
})

/**
 * `GET /@transactions` always returns an empty list, because changes are undone through versions
 * (docs/site-settings.md, System, rule 3).
 */
export const listTransactions: Operation<undefined, readonly never[]> = {
  ...administration,
  run: async () => ({ answer: [] }),
}

/**
 * `GET /@addons` always returns an empty list, because the embedding application extends the site without add-ons
 * (docs/site-settings.md, System, rule 3).
 */
export const listAddons = forManagers<AddonsPayload>(({ base }) => ({
  '@id': `${base}/@addons`,
  items: [],
  items_total: 0,
}))

/**
 * `GET /@upgrade` returns no upgrade steps, because data are migrated at startup (docs/site-settings.md, System, rule
 * 3).
 */
export const getUpgrade = forManagers<UpgradePayload>(({ base, environment }) => {
  const version = environment.versions?.plenum ?? null
  return { '@id': `${base}/@upgrade`, upgrade_steps: {}, versions: { fs: version, instance: version } }
})

const isAtRoot = ({ node, environment }: RequestContext): boolean =>
  node.path === rootPath && environment.memoizing !== undefined

/** `GET /@sharedmemoize` returns the status of the shared cache (docs/caching.md, Administration endpoint). */
export const getSharedMemoize: Operation<undefined, MemoizeStatus> = {
  permission: permission.manageSite,
  exists: isAtRoot,
  run: async ({ environment }) => ({ later: async () => statusPayload(await memoizerOf(environment).status()) }),
}

/** Returns the cache status as a payload, which does not list the functions if processes do not share cached values. */
const statusPayload = (status: MemoizeStatus): MemoizeStatus => (status.active ? status : { ...status, functions: {} })

/**
 * `POST /@sharedmemoize/invalidate` with exactly `{}` or `{function}` invalidates cached values (docs/caching.md,
 * Administration endpoint).
 */
export const invalidateSharedMemoize: Operation<JsonObject | null, InvalidationPayload> = {
  permission: permission.manageSite,
  exists: isAtRoot,
  async run(context, body) {
    const { environment } = context
    const name = functionIn(body)
    const event = siteEvent(context, 'invalidation', { function: name })
    return { later: () => invalidate(environment, name, event) }
  },
}

/**
 * Invalidates the cached values before the store records the invalidation, because values that are computed after it is
 * recorded could otherwise be based on outdated values in the shared cache server.
 */
async function invalidate(
  environment: Environment,
  name: string | null,
  event: NewEvent,
): Promise<InvalidationPayload> {
  const outcome = await memoizerOf(environment).invalidate(name)
  await record(environment, event)
  if (outcome.kind === 'unavailable') throw new DomainError('store-unavailable', message('memoize.store-unavailable'))
  return { function: outcome.function, removed: outcome.removed }
}

async function record({ store, invalidations }: Environment, event: NewEvent): Promise<void> {
  try {
    invalidations.noticeOwn(await store.recordInvalidation(event))
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
    throw new DomainError(error.code, message('memoize.not-recorded'), error.details, { cause: error })
  }
}

function memoizerOf({ memoizing }: Environment) {
  if (!memoizing) throw new Error('No memoizer is configured.')
  return memoizing.memoizer
}

/**
 * Returns the name of the function, or null for all functions. Other keys are rejected, because a misspelled `function`
 * would otherwise invalidate everything.
 */
function functionIn(body: JsonObject | null): string | null {
  const names = Object.keys(body ?? {})
  const name = body?.function
  if (body && names.length === 0) return null
  if (names.length === 1 && typeof name === 'string' && name !== '') return name
  throw badRequest('memoize.body')
}

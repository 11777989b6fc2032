import type { AddonsPayload, DatabasePayload, SystemPayload, UpgradePayload } from '../../answers/site.js'
import type { Operation } from '../run/operation.js'
import { administration, type RequestContext } from '../run/requestContext.js'

/** Information for site administrators; clients expect these keys, with null for those that do not apply. */
const forManagers = <Payload>(
  show: (context: RequestContext) => Payload | Promise<Payload>,
): Operation<undefined, Payload> => ({
  ...administration,
  run: async context => ({ answer: await show(context) }),
})

/** The version of plone.restapi that this API is compatible with: clients select features by it. */
const compatibleVersion = '10.0.0'

/** `GET /@system`: versions of the programs (docs/site-settings.md, System, rule 1). */
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
 * `GET /@database`: the kind and size of the store, and the number of its objects (docs/site-settings.md, System, rule
 * 2).
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

/** `GET /@transactions`: empty, because changes are undone through versions (docs/site-settings.md, System, rule 3). */
export const listTransactions: Operation<undefined, readonly never[]> = {
  ...administration,
  run: async () => ({ answer: [] }),
}

/**
 * `GET /@addons`: empty, because a site is extended by the embedding program (docs/site-settings.md, System, rule 3).
 */
export const listAddons = forManagers<AddonsPayload>(({ base }) => ({
  '@id': `${base}/@addons`,
  items: [],
  items_total: 0,
}))

/** `GET /@upgrade`: no steps, because each start migrates the data (docs/site-settings.md, System, rule 3). */
export const getUpgrade = forManagers<UpgradePayload>(({ base, environment }) => {
  const version = environment.versions?.plenum ?? null
  return { '@id': `${base}/@upgrade`, upgrade_steps: {}, versions: { fs: version, instance: version } }
})

import type { AliasItem, FailedAliases } from '../../answers/aliases.js'
import { objectOf } from '../../content/node/lineage.js'
import type { Change } from '../../content/store/contentStore.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import type { Batch, Listing, Operation, Outcome } from '../run/operation.js'
import { isSiteRoot, type Visit } from '../run/visit.js'
import { readAliasItems, type SentAlias } from '../write/aliases/aliasItems.js'
import { readAliasPath } from '../write/aliases/aliasPaths.js'
import { judgeClaims, refuseReservedAtRoot } from '../write/aliases/claimedAliases.js'
import { type AliasFilter, listAliasesOf, mayManageAliases } from '../write/aliases/listAliases.js'
import { readNewAliases, readTargets } from '../write/aliases/newAliases.js'

const managing = { permission: (visit: Visit) => mayManageAliases(visit, visit.lineage) } as const

export interface ListAliasesInput {
  readonly filter: AliasFilter
  readonly batch: Batch
}

/** `GET {path}/@aliases` (docs/content-and-access.md, Old addresses): those of the object; at the site root, all. */
export const listAliases: Operation<ListAliasesInput, Listing<AliasItem>> = {
  ...managing,
  run: async (visit, input) => ({ answer: await listAliasesOf(visit, visit.lineage, input) }),
}

/** `{type: 'error', failed}` with the rejected addresses; null if all were accepted. */
type AliasesAnswer = FailedAliases | null

/**
 * `POST {path}/@aliases`, `{items}`: adds aliases of the object. At the site root, each item names its own target; all
 * are added or none, and a DomainError (`bad-request`) gives the reason.
 */
export const addAliases: Operation<JsonObject, AliasesAnswer> = {
  ...managing,
  run: (visit, body) => (isSiteRoot(visit) ? addAnywhere : addHere)(visit, readAliasItems(body)),
}

/** `DELETE {path}/@aliases`, `{items}`: removes aliases of the object; at the site root, any aliases. */
export const removeAliases: Operation<JsonObject, AliasesAnswer> = {
  ...managing,
  async run(visit, body) {
    const { uid } = objectOf(visit.lineage)
    const own = isSiteRoot(visit) ? {} : { uid }
    const sent = readAliasItems(body)
    const named = sent.map(({ path }) => [path, readAliasPath(path, visit.base) ?? path])
    const { items } = await visit.reader.aliases({ ...own, paths: named.flat(), size: 2 * sent.length })
    const known = new Set(items.map(({ path }) => path))
    const removed = named.flatMap(names => names.find(name => known.has(name)) ?? []).map(path => ({ path, ...own }))
    return answerOf(
      { removeAliases: removed },
      sent.filter((_, i) => !named[i]?.some(name => known.has(name))),
    )
  },
}

async function addHere(visit: Visit, sent: readonly SentAlias[]): Promise<Outcome<AliasesAnswer>> {
  const { uid } = objectOf(visit.lineage)
  await judgeClaims(visit, sent)
  const { aliases, refused } = await readNewAliases(visit, sent, () => ({ uid }))
  return answerOf({ aliases }, refused)
}

async function addAnywhere(visit: Visit, sent: readonly SentAlias[]): Promise<Outcome<AliasesAnswer>> {
  refuseReservedAtRoot(visit, sent)
  const { aliases, refused } = await readNewAliases(visit, sent, await readTargets(visit, sent))
  const [first] = refused
  if (!first) return answerOf({ aliases }, [])
  const isPossible = readAliasPath(first.path, visit.base) !== null
  const path = first.path.slice(0, 200)
  throw new DomainError('bad-request', message(isPossible ? 'alias.taken' : 'alias.path', { path }))
}

function answerOf(change: Change, failed: readonly SentAlias[]): Outcome<AliasesAnswer> {
  const answer: AliasesAnswer = failed.length === 0 ? null : { type: 'error', failed: failed.map(({ path }) => path) }
  const isEmpty = (change.aliases ?? change.removeAliases ?? []).length === 0
  return isEmpty ? { answer } : { answer, change }
}

import type { AliasItem, FailedAliases } from '../../answers/aliases.js'
import { objectOf } from '../../content/node/node.js'
import type { Change } from '../../content/store/change.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest } from '../../foundation/messages.js'
import type { Batch, Listing, Operation, Outcome } from '../run/operation.js'
import { isSiteRoot, type RequestContext } from '../run/requestContext.js'
import { type RequestedAlias, readAliasItems, readAliasPath } from '../write/aliases/aliasItems.js'
import { readAliasRows } from '../write/aliases/aliasRows.js'
import { type AliasFilter, allAliasesOf, canManageAliases, listAliasesOf } from '../write/aliases/listAliases.js'
import { checkClaims, readNewAliases, readTargets, refuseReservedAtRoot } from '../write/aliases/newAliases.js'
import { unchangedEvent } from '../write/changeEvents.js'
import type { CsvInput } from '../write/csvRows.js'

const managerOnly = { permission: (context: RequestContext) => canManageAliases(context, context.lineage) } as const

/**
 * `GET {path}/@aliases` returns the aliases of the object or, for the site root, all aliases
 * (docs/content-and-access.md, Old URLs and aliases).
 */
export const listAliases: Operation<{ readonly filter: AliasFilter; readonly batch: Batch }, Listing<AliasItem>> = {
  ...managerOnly,
  run: async (context, input) => ({ answer: await listAliasesOf(context, context.lineage, input) }),
}

/**
 * `GET {path}/@aliases` in CSV format returns the same aliases as `listAliases`, but all in one response. Throws a
 * DomainError `bad-request` if there are more than 100,000 aliases.
 */
export const exportAliases: Operation<{ readonly filter: AliasFilter }, readonly AliasItem[]> = {
  ...managerOnly,
  run: async (context, { filter }) => ({ answer: await allAliasesOf(context, context.lineage, filter) }),
}

/** `POST /@aliases` with a CSV file adds either all aliases in the file or none (docs/http-answers.md, CSV). */
export const importAliases: Operation<CsvInput, null> = {
  ...managerOnly,
  exists: isSiteRoot,
  async run(context, { rows }) {
    const aliases = await readAliasRows(context, rows)
    return aliases.length > 0 ? { answer: null, change: withAliasEvent(context, { aliases }) } : { answer: null }
  },
}

/**
 * The result is null if all requested aliases were added or removed. Otherwise, the result is
 * `{type: 'error', failed}`, where `failed` lists the rejected or unknown aliases.
 */
type AliasesAnswer = FailedAliases | null

/**
 * `POST {path}/@aliases` with `{items}` adds aliases for the object, except rejected aliases. For the site root, each
 * item specifies its own target, and if an alias is rejected, no alias is added and a DomainError `bad-request` is
 * thrown.
 */
export const addAliases: Operation<JsonObject, AliasesAnswer> = {
  ...managerOnly,
  run: (context, body) => (isSiteRoot(context) ? addAnywhere : addHere)(context, readAliasItems(body)),
}

/** `DELETE {path}/@aliases` with `{items}` removes aliases of the object or, for the site root, any aliases. */
export const removeAliases: Operation<JsonObject, AliasesAnswer> = {
  ...managerOnly,
  async run(context, body) {
    const { uid } = objectOf(context.lineage)
    const owner = isSiteRoot(context) ? {} : { uid }
    const requested = readAliasItems(body)
    const candidates = requested.map(({ path }) => [path, readAliasPath(path, context.base) ?? path])
    const { items } = await context.reader.aliases({ ...owner, paths: candidates.flat(), size: 2 * requested.length })
    const existing = new Set(items.map(({ path }) => path))
    const removed = candidates
      .flatMap(names => names.find(name => existing.has(name)) ?? [])
      .map(path => ({ path, ...owner }))
    return answerOf(
      context,
      { removeAliases: removed },
      requested.filter((_, i) => !candidates[i]?.some(name => existing.has(name))),
    )
  },
}

async function addHere(context: RequestContext, requested: readonly RequestedAlias[]): Promise<Outcome<AliasesAnswer>> {
  const { uid } = objectOf(context.lineage)
  await checkClaims(context, requested)
  const { aliases, rejected } = await readNewAliases(context, requested, () => ({ uid }))
  return answerOf(context, { aliases }, rejected)
}

async function addAnywhere(
  context: RequestContext,
  requested: readonly RequestedAlias[],
): Promise<Outcome<AliasesAnswer>> {
  refuseReservedAtRoot(context, requested)
  const { aliases, rejected } = await readNewAliases(context, requested, await readTargets(context, requested))
  const [first] = rejected
  if (!first) return answerOf(context, { aliases }, [])
  const isValidPath = readAliasPath(first.path, context.base) !== null
  const path = first.path.slice(0, 200)
  throw badRequest(isValidPath ? 'alias.taken' : 'alias.path', { path })
}

function answerOf(
  context: RequestContext,
  change: Pick<Change, 'aliases' | 'removeAliases'>,
  failed: readonly RequestedAlias[],
): Outcome<AliasesAnswer> {
  const answer: AliasesAnswer = failed.length === 0 ? null : { type: 'error', failed: failed.map(({ path }) => path) }
  const isEmpty = (change.aliases ?? change.removeAliases ?? []).length === 0
  return isEmpty ? { answer } : { answer, change: withAliasEvent(context, change) }
}

/** The maximum number of paths in the details of a change event. */
const maxPaths = 100

function withAliasEvent(context: RequestContext, change: Pick<Change, 'aliases' | 'removeAliases'>): Change {
  const { aliases = [], removeAliases = [] } = change
  const pathsOf = (list: readonly { readonly path: string }[]) => list.slice(0, maxPaths).map(({ path }) => path)
  const counts = { added_total: aliases.length, removed_total: removeAliases.length }
  const details = { panel: 'aliases', added: pathsOf(aliases), removed: pathsOf(removeAliases), ...counts }
  return { ...change, events: [unchangedEvent(context, 'settings', details)] }
}

import type { Batched, BatchLinks, ListingPayload } from '../../answers/batches.js'
import { plainName, type QueryParameters, readQuery, writeQuery } from '../../content/query/queryParameters.js'
import { badRequest } from '../../foundation/messages.js'
import type { Batch, Listing } from '../run/operation.js'

const defaultSize = 25
const startParameter = 'b_start'
const pagingParameters: ReadonlySet<string> = new Set([startParameter, 'b_size', 'sort_on', 'sort_order', 'sort_limit'])

/**
 * Reads `b_start` (default 0) and `b_size` (default 25). Throws a DomainError `bad-request` if one of them is empty,
 * repeated, or not an integer from 0 to 2^53-1 (docs/http-answers.md, Batches).
 */
export function readBatch(query: Pick<QueryParameters, 'get'>): Batch {
  return { start: readWholeNumber(query, startParameter, 0), size: readWholeNumber(query, 'b_size', defaultSize) }
}

/**
 * Returns the links to the other batches of a listing with `total` items, or null if one batch contains all items or
 * the batch size is 0. `url` is the public URL without a query, and `rawQuery` is a query that `readQuery` has
 * accepted.
 */
export function batchLinks(url: string, rawQuery: string, batch: Batch, total: number): BatchLinks | null {
  const { start, size } = batch
  if (size === 0 || total <= size) return null
  // The links also contain parameters without a value, because some parameters, such as `fullobjects`, take effect
  // without a value.
  const otherParameters = entriesOf(rawQuery).filter(([name]) => plainName(name) !== startParameter)
  const page = (from: number) => withQuery(url, writeQuery([[startParameter, String(from)], ...otherParameters]))
  return {
    '@id': withQuery(url, rawQuery),
    first: page(0),
    last: page((Math.ceil(total / size) - 1) * size),
    ...(start + size < total && { next: page(start + size) }),
    ...(start > 0 && { prev: page(Math.max(0, Math.min(start, total) - size)) }),
  }
}

/**
 * Returns the `@id` of a search: the URL without empty parameters and without batch and sort parameters
 * (docs/http-answers.md, Batches). `rawQuery` must be a query that `readQuery` has accepted.
 */
export function urlWithoutBatching(url: string, rawQuery: string): string {
  const remaining = entriesOf(rawQuery).filter(
    ([name, value]) => value !== '' && !pagingParameters.has(plainName(name)),
  )
  return withQuery(url, writeQuery(remaining))
}

/** A page of a listing. If `batch` is null, the page contains all items. */
export type Page<Item> = Omit<Listing<Item>, 'batch'> & { readonly batch: Batch | null }

/** The public URL of a listing without its query, and a query that `readQuery` has accepted. */
export interface ListingUrl {
  readonly url: string
  readonly rawQuery: string
}

/**
 * Returns the payload of a page. If not all items are on this page, the payload contains links to the other batches
 * under `linksName`. If `batch` is null, the payload contains neither a total nor links.
 */
export function presentPage<Item>(
  { items, total, batch }: Page<Item>,
  { url, rawQuery }: ListingUrl,
  linksName: 'batching' | 'links' = 'batching',
): Batched<Item> {
  if (batch === null) return { items }
  const links = batchLinks(url, rawQuery, batch, total)
  return { items, items_total: total, ...(links ? { [linksName]: { ...links } } : {}) }
}

/** Returns the payload of a page, including the `@id` of the listing. */
export const presentListing = <Item>(
  page: Page<Item>,
  at: ListingUrl,
  linksName?: 'batching' | 'links',
): ListingPayload<Item> => ({
  '@id': urlWithoutBatching(at.url, at.rawQuery),
  ...presentPage(page, at, linksName),
})

function readWholeNumber(query: Pick<QueryParameters, 'get'>, name: string, fallback: number): number {
  const value = query.get(name) ?? String(fallback)
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : Number.NaN
  if (Number.isSafeInteger(number)) return number
  throw badRequest('query.number', { name })
}

const entriesOf = (rawQuery: string): QueryParameters['entries'] => readQuery(rawQuery)?.entries ?? []

const withQuery = (url: string, query: string): string => (query === '' ? url : `${url}?${query}`)

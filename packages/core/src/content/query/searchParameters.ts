import { parseInstant, restOfSecond } from '../../foundation/instants.js'
import { type Message, message, type ReadResult } from '../../foundation/messages.js'
import { rootPath, trimPath } from '../../foundation/paths.js'
import { type CatalogQuery, type Condition, type Sort, subtreeConditions } from '../store/catalog.js'
import { flagCondition } from './flagCondition.js'
import { isNamed, listOf, partOf, partsOf, type SearchParameter } from './parameterParts.js'
import { rangeCondition } from './rangeCondition.js'
import { withSameOccurrence } from './sameOccurrence.js'
import { distinctSorts, type IndexKind, searchIndex, sortedBy } from './searchIndexes.js'
import { createTextReader, type TextReader } from './textReader.js'
import { valueConditions } from './valueConditions.js'

export type SearchParameters = Readonly<Record<string, SearchParameter>>

interface SearchContext {
  readonly path: string
  readonly indexes: ReadonlyMap<string, IndexKind>
  typesWithTitle(title: string): readonly string[]
}

interface Search extends Required<Pick<CatalogQuery, 'where' | 'sort'>> {
  readonly paths: readonly string[]
}

class UnreadableParameter extends Error {
  constructor(readonly reason: Message) {
    super(reason.id)
  }
}

/**
 * Converts search parameters to conditions and sort keys. Parameters that match no index are ignored. Throws a
 * DomainError `bad-request` if the search strings are too long (see `TextReader`).
 */
export function readSearch(parameters: SearchParameters, context: SearchContext): ReadResult<Search> {
  try {
    const texts = createTextReader()
    const conditions = Object.entries(parameters).flatMap(([name, value]) =>
      conditionsFor(name, value, { ...context, texts }),
    )
    const { paths, depth } = readSubtrees(parameters.path, context)
    return {
      ok: true,
      where: withSameOccurrence([{ kind: 'either', conditions: subtreeConditions(paths, depth) }, ...conditions]),
      sort: readSort(parameters, context),
      paths,
    }
  } catch (error) {
    if (error instanceof UnreadableParameter) return { ok: false, reason: error.reason }
    throw error
  }
}

function conditionsFor(
  name: string,
  value: SearchParameter,
  context: SearchContext & { readonly texts: TextReader },
): readonly Condition[] {
  if (name === 'effectiveRange') return [lifetimeCondition(name, value)]
  const searchable = searchIndex(name, context.indexes)
  if (searchable === undefined) return []
  const { kind, index } = searchable
  requireValues(name, value, kind === 'value' ? ['query', 'not'] : ['query'])
  if (kind === 'value') return valueConditions(index, value)
  if (kind === 'typeTitle')
    return [{ kind: 'any', index: 'portal_type', values: listOf(value).flatMap(context.typesWithTitle) }]
  if (kind === 'text') {
    const query = context.texts.read(listOf(value).join(' '))
    return [query ? { kind: 'text', in: searchable.in, query } : { kind: 'nothing' }]
  }
  if (listOf(value).every(part => part === '')) return [{ kind: 'nothing' }]
  if (kind === 'date') return [dateCondition(index, value)]
  const flags = listOf(value).map(part => readBoolean(index, part))
  return [flagCondition(index, flags)]
}

/** Throws if a parameter with named parts contains none of the given parts. */
function requireValues(name: string, value: SearchParameter, parts: readonly string[]): void {
  if (isNamed(value) && parts.every(part => partsOf(value, part).length === 0))
    throw new UnreadableParameter(message('query.values', { name }))
}

const yes = ['1', 'y', 'yes', 't', 'true', 'active', 'enabled', 'on']
const no = ['0', 'n', 'no', 'f', 'false', 'inactive', 'disabled', 'off']

/**
 * Parses a boolean parameter. Strings such as `1`, `yes` and `true` are true, and strings such as `0`, `no` and `false`
 * are false. Returns undefined for unknown strings (docs/http-answers.md, Parameters, rule 3).
 */
export function parseBoolean(text: string): boolean | undefined {
  const word = text.toLowerCase()
  if (yes.includes(word)) return true
  return no.includes(word) ? false : undefined
}

function readBoolean(name: string, text: string): boolean {
  const value = parseBoolean(text)
  if (value === undefined) throw new UnreadableParameter(message('query.boolean', { name, value: text.slice(0, 100) }))
  return value
}

function readDate(name: string, text: string): number {
  const instant = parseInstant(text)
  if (instant === null) throw new UnreadableParameter(message('query.date', { name, value: text.slice(0, 100) }))
  return instant
}

function dateCondition(index: string, value: SearchParameter): Condition {
  const dates = listOf(value).map(text => readDate(index, text))
  const range = partOf(value, 'range')
  // Dates in requests have a precision of one second, so a date matches all milliseconds of its second.
  const [min, max] = [Math.min(...dates), Math.max(...dates) + restOfSecond]
  if (range === 'min') return rangeCondition(index, min, null)
  if (range === 'max') return rangeCondition(index, null, max)
  if (range === 'min:max' || range === 'minmax') return rangeCondition(index, min, max)
  return { kind: 'either', conditions: dates.map(date => rangeCondition(index, date, date + restOfSecond)) }
}

/** Returns the condition for objects that are published and not expired at one of the dates. */
function lifetimeCondition(name: string, value: SearchParameter): Condition {
  requireValues(name, value, ['query'])
  const dates = listOf(value).filter(text => text !== '')
  return { kind: 'either', conditions: dates.map(text => ({ kind: 'active', at: readDate(name, text) })) }
}

type Subtrees = { readonly paths: readonly string[]; readonly depth: number | null | 'children' }

/** Reads the subtrees to search. A value without a leading slash matches nothing. */
function readSubtrees(value: SearchParameter | undefined, context: SearchContext): Subtrees {
  const values = listOf(value)
  const paths = values.filter(path => path !== '')
  const depth = readDepth(partOf(value, 'depth'))
  // Without the parameter, the search covers the subtree of the requested object. With an empty parameter, it covers
  // the site.
  if (paths.length === 0) return { paths: [values.length === 0 ? context.path : rootPath], depth }
  return { paths: [...new Set(paths.filter(path => path.startsWith('/')).map(trimPath))], depth }
}

/**
 * Reads the depth of a search. Returns null for -1, which means an unlimited depth, and `children` for 1
 * (docs/content-and-access.md, Search).
 */
function readDepth(text: string | undefined): number | null | 'children' {
  if (text === undefined || text === '-1' || text === '') return null
  if (!/^\d{1,4}$/.test(text)) throw new UnreadableParameter(message('query.depth', { value: text.slice(0, 100) }))
  return text === '1' ? 'children' : Number(text)
}

function readSort(parameters: SearchParameters, context: SearchContext): readonly Sort[] {
  const orders = listOf(parameters.sort_order).map(order => ['descending', 'reverse'].includes(order.toLowerCase()))
  const requested = listOf(parameters.sort_on).flatMap((name, i): Sort[] => {
    const by = sortedBy(name, context.indexes)
    return by === undefined ? [] : [{ by, descending: orders[i] ?? orders[0] ?? false }]
  })
  const sorts = distinctSorts(requested)
  if (sorts.length > 0 || !('SearchableText' in parameters)) return sorts
  return [{ by: 'relevance', descending: false }]
}

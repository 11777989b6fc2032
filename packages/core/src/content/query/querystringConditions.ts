import { restOfSecond } from '../../foundation/instants.js'
import type { Condition } from '../store/catalogQuery.js'
import { belowAll, placesWithin } from '../store/places.js'
import type { Ask, Scalar } from './querystringAsk.js'
import type { Criterion } from './querystringCriteria.js'
import type { QueriedIndex } from './querystringIndexes.js'
import { placeConditions } from './querystringPaths.js'
import type { TextReader } from './textReader.js'

/** The ids of the types with a title. */
export type TypesCalled = (title: string) => readonly string[]

const nothing: Condition = { kind: 'nothing' }
const either = (conditions: readonly Condition[]): Condition => ({ kind: 'either', conditions })

/** The functions that read the values of one query. */
export interface ValueReaders {
  readonly typesCalled: TypesCalled
  readonly texts: TextReader
}

/** The conditions of one criterion; a hit meets all of them. A criterion without values finds nothing. */
export function conditionsOf({ index, ask }: Criterion, readers: ValueReaders): readonly Condition[] {
  if (ask.kind === 'everything') return []
  if (index.kind === 'position') return [nothing]
  if (ask.kind === 'places') return [either(placeConditions(ask.places))]
  if (ask.kind === 'range') return [{ kind: 'range', index: index.index, min: ask.min, max: ask.max }]
  if (ask.values.length === 0) return [nothing]
  const having = (values: readonly Scalar[]) => oneOf({ index, ask }, values, readers)
  if (ask.kind === 'none') return [...withValue(index), { kind: 'not', condition: having(ask.values) }]
  if (ask.values.every(value => value === '')) return [nothing]
  if (ask.kind === 'all' && index.kind === 'path') return [belowAll(ask.values.map(String))]
  return ask.kind === 'all' ? ask.values.map(value => having([value])) : [having(ask.values)]
}

/** Like Plone's catalog, `none` excludes objects without a value in the index. */
function withValue({ kind, index }: QueriedIndex): readonly Condition[] {
  const holdsValues = kind === 'value' || kind === 'date' || kind === 'boolean'
  return holdsValues ? [{ kind: 'range', index, min: null, max: null }] : []
}

function oneOf({ index, ask }: Criterion, values: readonly Scalar[], readers: ValueReaders): Condition {
  switch (index.kind) {
    case 'value':
      return { kind: 'any', index: index.index, values: values.flatMap(formsOf) }
    case 'boolean':
      return { kind: 'any', index: index.index, values }
    case 'typeTitle':
      return { kind: 'any', index: 'portal_type', values: values.flatMap(title => readers.typesCalled(String(title))) }
    case 'date':
      return either(values.map(value => secondOf(index.index, Number(value))))
    case 'path':
      return either(placesWithin(values.map(String), null))
    case 'text':
      return either(values.map(value => textCondition(index.in, String(value), { ask, texts: readers.texts })))
    case 'position':
      return nothing
  }
}

/** The index may store a number as a number or as a text, so both are searched. */
function formsOf(value: Scalar): readonly Scalar[] {
  return typeof value === 'number' ? [value, String(value)] : [String(value)]
}

/** A date in a request has whole seconds; it matches all milliseconds of its second. */
function secondOf(index: string, instant: number): Condition {
  return { kind: 'range', index, min: instant, max: instant + restOfSecond }
}

/**
 * With `containing`, `conf` also finds "conference": words match by their beginning (docs/content-and-access.md,
 * Querystring search, rule 5).
 */
function textCondition(
  place: 'title' | 'description' | 'everything',
  text: string,
  { ask, texts }: { readonly ask: Ask; readonly texts: TextReader },
): Condition {
  const query = ask.kind === 'containing' && place === 'everything' ? texts.readBeginnings(text) : texts.read(text)
  return query ? { kind: 'text', in: place, query } : nothing
}

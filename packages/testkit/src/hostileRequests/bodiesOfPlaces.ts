import type { JsonObject, JsonValue } from '@plenum/core'
import fc from 'fast-check'
import { dates } from './fieldValues.js'
import { aliasPaths, type Grammar, type Place } from './grammar.js'
import { encodedText, hostileText, mostly } from './hostileValues.js'

const origin = 'http://site.example'

const namesOfPlace = ({ path, uid }: Place): readonly [string, ...string[]] => [
  uid,
  path,
  origin + path.split('/').map(encodedText).join('/'),
]

export const placeNames = (places: readonly Place[]): fc.Arbitrary<string> =>
  fc.constantFrom(...places).chain(place => fc.constantFrom(...namesOfPlace(place)))

/**
 * Generates the sources of copy and move requests. Containers with items are rare, because copies of copies would grow
 * without limit.
 */
export function sources({ types, places }: Grammar, { path, type }: Place): fc.Arbitrary<JsonObject> {
  const offered = types.get(type)?.contains ?? []
  const fitting = places.filter(place => offered.includes(place.type) && !`${path}/`.startsWith(`${place.path}/`))
  const isLeaf = (place: Place) => !places.some(other => other.path.startsWith(`${place.path}/`))
  const leaves = fitting.filter(isLeaf)
  const usual = placeNames(leaves.length > 0 ? leaves : places.filter(isLeaf))
  const name = mostly(20, usual, mostly(3, placeNames(fitting.length > 0 ? fitting : places), hostileText))
  return fc
    .oneof<fc.Arbitrary<JsonValue>[]>(name, fc.array(name, { minLength: 1, maxLength: 3 }))
    .map(source => ({ source }))
}

const addresses = ({ places }: Grammar): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...aliasPaths) },
    { weight: 2, arbitrary: fc.constantFrom(...aliasPaths).map(path => origin + encodeURI(path)) },
    { weight: 1, arbitrary: fc.constantFrom(...places).map(({ path }) => path) },
    { weight: 1, arbitrary: hostileText },
  )

/** Generates bodies that add aliases. For the site root, each alias also requires a target. */
export function newAliases(grammar: Grammar, { path: at }: Place): fc.Arbitrary<JsonObject> {
  const elsewhere = fc.constantFrom('https://example.org/a?b#c', `${origin}`, ...aliasPaths)
  const target = { 'redirect-to': mostly(3, placeNames(grammar.places), mostly(3, elsewhere, hostileText)) }
  const item = fc.record(
    { path: addresses(grammar), ...target, datetime: dates },
    {
      requiredKeys: at === '/' ? ['path', 'redirect-to'] : ['path'],
    },
  ) as fc.Arbitrary<JsonValue>
  return itemsOf(at === '/' ? item : mostly<JsonValue>(1, addresses(grammar), item))
}

export const oldAliases = (grammar: Grammar): fc.Arbitrary<JsonObject> =>
  itemsOf(
    mostly<JsonValue>(
      1,
      addresses(grammar),
      addresses(grammar).map(path => ({ path })),
    ),
  )

const itemsOf = (item: fc.Arbitrary<JsonValue>): fc.Arbitrary<JsonObject> =>
  fc.oneof(item, fc.array(item, { maxLength: 3 }) as fc.Arbitrary<JsonValue>).map(items => ({ items }))

/** Generates the options of locks. Most of these locks expire soon, because later requests edit the same objects. */
export const lockOptions = fc.record(
  { timeout: mostly(8, fc.constantFrom(1, 2), fc.constantFrom(0, 600, 86_400)), stealable: fc.boolean() },
  { requiredKeys: ['timeout'] },
) as fc.Arbitrary<JsonObject>

export const lockEnd = fc.constantFrom<JsonObject>({}, { force: true }, { force: false })

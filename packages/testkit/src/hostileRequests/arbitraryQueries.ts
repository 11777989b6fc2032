import fc from 'fast-check'
import type { Hostility } from './arbitraryBodies.js'
import { placeNames } from './bodiesOfPlaces.js'
import { dates, words } from './fieldValues.js'
import type { Grammar, GrammarRoute } from './grammar.js'
import { encodedText, hostileJson, hostileText, jsonOf, mostly } from './hostileValues.js'
import { indexNames, queryRows } from './queryRows.js'

type Pair = readonly [name: string, value: string]

const form = (pairs: readonly Pair[]): string =>
  pairs.map(([name, value]) => [name, value].map(text => encodedText(text)).join('=')).join('&')

/** Returns a generator of valid values for each parameter that a service reads. */
function rightPairs(grammar: Grammar): Readonly<Record<string, fc.Arbitrary<string>>> {
  const paths = fc.constantFrom(...grammar.places.map(({ path }) => path))
  const indexes = fc.constantFrom<string>(...indexNames)
  const valuesOf = (name: string) =>
    name === 'path' ? paths : ['created', 'modified', 'effective', 'start', 'end'].includes(name) ? dates : words
  return {
    ...Object.fromEntries(indexNames.map(name => [name, valuesOf(name)])),
    b_start: fc.constantFrom('0', '3', '10', '1000000000'),
    b_size: fc.constantFrom('0', '1', '5', '25', '10000000000'),
    sort_on: indexes,
    sort_order: fc.constantFrom('ascending', 'descending', 'reverse', 'x'),
    sort_limit: fc.constantFrom('1', '5'),
    metadata_fields: fc.constantFrom('_all', 'UID', 'start', 'nothing', 'benefits', 'presenters'),
    expand: fc.constantFrom(
      ...['actions', 'breadcrumbs', 'navigation', 'types', 'workflow', 'workflow,types', 'x'],
      ...['contextnavigation,navroot', 'breadcrumbs,contextnavigation,inherit,navigation'],
    ),
    'expand.contextnavigation.includeTop': fc.constantFrom('1', 'true'),
    'expand.contextnavigation.topLevel': fc.constantFrom('0', '1', '2'),
    'expand.inherit.behaviors': fc.constantFrom('plone.basic', 'plone.basic,volto.blocks,plone.navigationroot'),
    'expand.navigation.depth': fc.constantFrom('1', '3', '-1'),
    include_items: fc.constantFrom('1', '0', 'true', 'false'),
    version: fc.constantFrom('current', '0', '1', '77'),
    'path.query': paths,
    'path.depth': fc.constantFrom('0', '1', '2', '-1'),
    'created.query': dates,
    'created.range': fc.constantFrom('min', 'max', 'min:max'),
    'portal_type:list': fc.constantFrom(...grammar.types.keys()),
    'SearchableText.query': words,
    show_inactive: fc.constantFrom('1', '0'),
    use_site_search_settings: fc.constant('1'),
    query: fc.oneof(words, queryRows(grammar).map(jsonOf), fc.constantFrom(...grammar.users)),
    search: words,
    limit: fc.constantFrom('1', '25', '9999'),
    'groups-filter:list': fc.constantFrom('Administrators', 'Reviewers'),
    title: words,
    token: words,
    'tokens:list': words,
  }
}

const hostileValue = fc.oneof(
  hostileText,
  hostileJson.map(jsonOf),
  fc.constantFrom('-1', 'NaN', '1e9', '9'.repeat(400), '0x1F', ' 5', '1.5', 'Infinity', '[]', '_all,_all', '1;2'),
)

const suffixes = fc.constantFrom(
  '',
  ':list',
  ':int',
  ':record',
  ':json',
  '.query',
  '.range',
  '.a.b.c',
  ':list:list',
  '[]',
  '[0]',
)
const oddNames = fc.constantFrom('__proto__', 'constructor.prototype', 'a'.repeat(3000), '', '.', '..', 'x.__proto__.y')

/** Generates query strings that are not lists of name-value pairs or that are far too long. */
const spoilt = (query: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom(
      '%',
      '&&&&',
      '=',
      '=&=',
      '%ff=%c0',
      'a=%zz',
      '?',
      `${query}?${query}`,
      `${query}#`,
      '\xe4=\xff',
      '%00=%00',
    ),
    fc
      .tuple(
        fc.constantFrom('a=1', 'metadata_fields=UID', 'Subject:list=a', 'sort_on=start', 'a.a.a=1', 'expand=types'),
        fc.constantFrom(100, 999, 1001, 3000),
      )
      .map(([pair, count]) => Array(count).fill(pair).join('&')),
    fc.constantFrom(1000, 6000).map(count => `${'a.'.repeat(count)}b=1&path.query${':list'.repeat(count)}=/`),
    fc.constantFrom('/', 'a%20', '-', '%EF%B7%BA', '(', '*', 'AND+').map(text => `SearchableText=${text.repeat(4000)}`),
    fc.constantFrom('/', '/..', '/a').map(text => `path=${text.repeat(7000)}`),
  )

/** Generates the required parameters of a route, and parameters that only this route reads. */
function neededPairs(grammar: Grammar, { operation, method }: GrammarRoute): fc.Arbitrary<readonly Pair[]> {
  const { places, types } = grammar
  const uids = fc.constantFrom(...places.map(({ uid }) => uid))
  switch (operation) {
    case 'querystringSearch':
      return method === 'GET' ? queryRows(grammar).map(rows => [['query', jsonOf(rows)]]) : fc.constant([])
    case 'findPrincipals':
      return fc.constant([['search', 'm']])
    case 'getAddForm':
      return mostly(4, fc.constant('Document'), fc.constantFrom(...types.keys())).map(type => [['type', type]])
    case 'linkIntegrity':
      return fc.oneof(
        fc.array(uids, { minLength: 1, maxLength: 3 }).map(some => some.map((uid): Pair => ['uids', uid])),
        fc.array(mostly(3, uids, hostileText), { maxLength: 3 }).map((some): Pair[] => [['uids', some.join(',')]]),
      )
    case 'listRelations': {
      const fields = [...types.values()].flatMap(type => type.fields.filter(({ kind }) => kind.startsWith('relation')))
      const names = fc.constantFrom('isReferencing', ...fields.map(({ name }) => name))
      const object = mostly(6, placeNames(places), hostileText)
      return pairsOf({ source: object, target: object, relation: names, onlyBroken: fc.constantFrom('1', 'false') })
    }
    case 'listAliases':
      return pairsOf({ q: mostly(3, fc.constant('/a'), hostileText), manual: flags, start: dates, end: dates })
    default:
      return fc.constant([])
  }
}

const flags = fc.constantFrom('yes', 'no', 'true', 'false', '')

const pairsOf = (values: Readonly<Record<string, fc.Arbitrary<string>>>): fc.Arbitrary<readonly Pair[]> =>
  fc.record(values, { requiredKeys: [] }).map(some => Object.entries(some) as Pair[])

export function arbitraryQuery(
  grammar: Grammar,
  { route, hostility }: { route: GrammarRoute; hostility: Hostility },
): fc.Arbitrary<string> {
  const right = rightPairs(grammar)
  const pair = fc
    .constantFrom(...Object.entries(right))
    .chain(([name, value]) => value.map((text): Pair => [name, text]))
  const costly = fc.constant<Pair>(['fullobjects', '1'])
  const pairs = fc.array(mostly(30, pair, costly), { maxLength: route.method === 'GET' ? 3 : 1 })
  const needed = neededPairs(grammar, route)
  const complete = fc
    .tuple(needed, pairs)
    .map(([first, more]) => form([...first, ...more.filter(([name]) => name !== 'query' || first.length === 0)]))
  if (hostility === 'none') return mostly(1, needed.map(form), complete)
  const name = mostly(
    6,
    fc.tuple(fc.constantFrom(...Object.keys(right)), suffixes).map(parts => parts.join('')),
    oddNames,
  )
  const hostile = fc.array(fc.tuple(name, hostileValue), { minLength: 1, maxLength: 3 })
  if (hostility === 'some') return fc.tuple(pairs, hostile).map(([some, others]) => form([...some, ...others]))
  return pairs.map(form).chain(spoilt)
}

import { readQuery } from '../../content/query/queryParameters.js'
import { queryInputs } from './queryInputs.js'

function read<N extends keyof typeof queryInputs>(operation: N, rawQuery: string) {
  const query = readQuery(rawQuery)
  if (!query) throw new Error(`${rawQuery} is not a query.`)
  return queryInputs[operation](query)
}

describe('the inputs of operations', () => {
  it.each([
    ['linkIntegrity', 'uids=a,b&uids=c', { uids: ['a', 'b', 'c'] }],
    ['getHistory', '', { start: 0, size: null }],
    ['getHistory', 'b_start=3', { start: 3, size: null }],
    ['getHistory', 'b_size=5', { start: 0, size: 5 }],
    ['listUsers', '', { limit: 25 }],
    ['listUsers', 'limit=5000&groups-filter=', { limit: 1000, groups: [''] }],
    ['listUsers', 'limit=-1&search=&query=a', { limit: 25, id: 'a' }],
    ['getVocabulary', 'b_size=-1&title=a', { batch: null, title: 'a' }],
    ['getVocabulary', 'token=a&tokens:list=b', { batch: { start: 0, size: 25 }, tokens: ['a', 'b'] }],
    ['listAliases', 'query=&q=a&b_size=', { filter: { query: 'a' }, batch: { start: 0, size: 25 } }],
    ['listRelations', 'onlyBroken=1&source=/a', { source: '/a', onlyBroken: true }],
    ['getSharing', '', { search: '' }],
  ] as const)('%s from %j', (operation, rawQuery, input) => expect(read(operation, rawQuery)).toEqual(input))

  it.each([
    ['', undefined],
    ['version=current', undefined],
    ['version=2', '2'],
  ])('getContent from %j: the version is %j', (rawQuery, version) =>
    expect(read('getContent', rawQuery)).toMatchObject({ withItems: true, version }),
  )

  it('querystringSearch: batch parameters take precedence over the body, encoded once or twice', () => {
    const body = JSON.stringify({ query: [], b_size: 5 })
    for (const text of [body, encodeURIComponent(body)])
      expect(read('querystringSearch', `query=${encodeURIComponent(text)}&b_size=7`)).toMatchObject({
        body: { query: [], b_size: '7' },
      })
  })

  it('nests the parameters of components', () =>
    expect(read('searchContent', 'expand=a,b&expand.a.depth=2&fullobjects')).toMatchObject({
      fullObjects: true,
      expand: { names: ['a', 'b'], parameters: { a: { depth: '2' } } },
    }))

  it.each([
    ['getContent', 'include_items=maybe'],
    ['getContent', 'b_size=-1'],
    ['querystringSearch', 'query=[]'],
    ['querystringSearch', 'query=%7B'],
    ['listRelations', 'onlyBroken=maybe'],
  ] as const)('%s refuses %j', (operation, rawQuery) =>
    expect(() => read(operation, rawQuery)).toThrow(expect.objectContaining({ code: 'bad-request' })),
  )
})

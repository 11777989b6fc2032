import type { JsonObject } from '../../foundation/json.js'
import { readQuerystringBody } from './querystringBody.js'

const usual = {
  query: undefined,
  sort: { names: [], orders: [] },
  limit: 0,
  batch: { start: 0, size: 25 },
  metadata: [],
  fullObjects: false,
}

describe('the body of a querystring search', () => {
  it.each<[JsonObject, object]>([
    [{}, {}],
    [{ query: [1] }, { query: [1] }],
    [
      { b_start: '5', b_size: 0, limit: ' 7 ' },
      { batch: { start: 5, size: 0 }, limit: 7 },
    ],
    [{ sort_on: 'id', sort_order: ['descending', 1] }, { sort: { names: ['id'], orders: ['descending'] } }],
    [{ metadata_fields: ['UID', null, {}] }, { metadata: ['UID'] }],
    [{ fullobjects: null }, {}],
    [{ fullobjects: 'on' }, { fullObjects: true }],
    [{ fullobjects: 0 }, {}],
  ])('is read: %j', (body, read) => {
    expect(readQuerystringBody(body)).toEqual({ ...usual, ...read })
  })

  it.each<[JsonObject, string]>([
    [{ b_start: -1 }, 'b_start'],
    [{ b_size: 1.5 }, 'b_size'],
    [{ b_size: null }, 'b_size'],
    [{ limit: [1] }, 'limit'],
    [{ limit: '1e3' }, 'limit'],
    [{ fullobjects: [] }, 'fullobjects'],
    [{ fullobjects: 'perhaps' }, 'fullobjects'],
  ])('is rejected: %j', (body, name) => {
    expect(() => readQuerystringBody(body)).toThrow(
      expect.objectContaining({
        code: 'bad-request',
        reason: expect.objectContaining({ values: expect.objectContaining({ name }) }),
      }),
    )
  })
})

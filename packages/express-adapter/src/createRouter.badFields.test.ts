import { addPublished, createTestSite, password, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

let test: TestSite
let app: Express
const faults: unknown[] = []

beforeAll(async () => {
  test = await createTestSite()
  app = createApp(test.site, { onError: error => faults.push(error) })
  await addPublished(test, '/', { '@type': 'Schedule', id: 'schedule', title: 'Schedule' })
  await addPublished(test, '/', { '@type': 'SponsorsDB', id: 'sponsors', title: 'Sponsors' })
  await addPublished(test, '/', { '@type': 'Document', id: 'page', title: 'Page' })
})

let titles = 0

/**
 * Returns a different title on each call, because only a limited number of objects with the same title can be added to
 * a container.
 */
function title(): string {
  titles += 1
  return `Title ${titles}`
}

const post = (path: string, body: object | string) =>
  request(app).post(path).auth('max', password).type('json').send(body)
const patch = (path: string, body: object) => request(app).patch(path).auth('max', password).send(body)

const containers: Readonly<Record<string, string>> = {
  Talk: '/schedule',
  Training: '/schedule',
  LightningTalks: '/schedule',
  SponsorLevel: '/sponsors',
}

const forms: readonly unknown[] = [
  5,
  -0.5,
  1e300,
  true,
  '',
  'nonsense',
  [],
  [[]],
  [null],
  [5],
  {},
  { a: 1 },
  [{}],
  { toString: 1 },
  [{ toString: 1, valueOf: null }],
  { token: { toString: 1 } },
  { data: 5 },
  { '@id': { toString: 1 } },
  { length: -1 },
]

const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))

describe('values of the wrong type', () => {
  it.each([
    ['Document', 'title', [5, true, [], {}, '', '   ', 'a\nb', 'x'.repeat(1025), 'x'.repeat(10_000)]],
    ['Document', 'description', [5, true, [], {}, 'x'.repeat(10_001)]],
    ['Document', 'subjects', [5, 'text', {}, [5], [null], [['x']], ['x'.repeat(1025)]]],
    ['Document', 'language', ['nope', 5, [], { token: 'nope' }, { token: 5 }]],
    ['Document', 'effective', ['yesterday', '2027-13-01', '2027-02-30', 0, 5, 1_700_000_000, true, [], {}, '']],
    ['Document', 'exclude_from_nav', ['maybe', 5, [], {}]],
    ['Document', 'blocks', ['text', 5, [], true]],
    ['Document', 'relatedItems', ['/nope', 5, ['/nope'], [5], {}, [{ '@id': 'http://elsewhere.example/c' }], [[]]]],
    ['Document', 'preview_image_link', ['/nope', 5, '/schedule', {}]],
    ['Event', 'contact_email', ['nonsense', 5, 'a@b\nc']],
    ['Event', 'event_url', ['nonsense', 5, 'javascript:alert(1)', 'data:text/html,x', 'https://x.example/"onload=']],
    ['Event', 'attendees', ['text', [5]]],
    ['Event', 'start', [null, 'soon', 20270301]],
    ['Event', 'whole_day', ['maybe', 1]],
    [
      'File',
      'file',
      [5, 'text', [], {}, { data: 'no base64!' }, { data: 'YQ==', encoding: 'hex' }, { data: 'YQ==', filename: 5 }],
    ],
    ['Image', 'image', [{ data: 'YWJj', encoding: 'base64', filename: 'a.png', 'content-type': 'image/png' }]],
    ['Image', 'image', [{ download: 'http://elsewhere.example' }, null]],
    ['Talk', 'room', ['nope', 5, [5], ['nope'], {}]],
    ['Talk', 'session_track', ['nope', ['nope']]],
    ['Talk', 'presenters', ['/schedule', ['/nope']]],
    ['Talk', 'slot_category', ['nope', 5, null]],
    ['Talk', 'text', [5, [], { data: 5 }, { data: 'x', 'content-type': 'text/x-web-markdown' }]],
    ['Training', 'total_seats', ['many', 1.5, true, [], '1.0', 1e300]],
    ['LightningTalks', 'talks', [5, 'text', {}, ['text'], [{}], [{ title: 'x' }], [{ title: 5, presenters: 'y' }]]],
    ['collective.polls.poll', 'options', [5, 'text', {}, ['text'], [[]], [null], [{ description: 5 }], null]],
    ['collective.polls.poll', 'max_choices', [0, -1, 1.5, 'many', true, [], {}, null]],
    ['collective.polls.poll', 'results_graph', ['cake', '', 5, [], {}, { token: 5 }, null]],
    ['collective.polls.poll', 'legend', [5, true, [], {}, 'a\nb']],
    ['collective.polls.poll', 'close_date', ['soon', 5, {}, '']],
    ['SponsorLevel', 'color', ['red', '#12345', 5, null]],
    ['SponsorLevel', 'benefits', [[{ code: 'nope' }], [{}], 'x']],
  ] as [string, string, unknown[]][])(
    'for %s: %s are refused with the name of the field',
    async (type, field, wrong) => {
      for (const value of wrong) {
        const sent = { '@type': type, title: title(), [field]: value }
        const { status, body } = await post(containers[type] ?? '/', sent)
        expect([value, status, body.type, body.errors?.[0]?.field]).toEqual([value, 400, 'BadRequest', field])
        expect(body.message).toContain(`'field': '${field}'`)
      }
    },
  )

  it('are refused for settings of the event: rows, zones and states', async () => {
    const wrong: [string, unknown][] = [
      ['timezone', 'Europe/Atlantis'],
      ['timezone', 'Not a zone'],
      ['timezone', 5],
      ['tracks', [{ title: 'x' }]],
      ['tracks', [{ id: 'x' }]],
      ['tracks', [{ id: 'ü', title: 'x' }]],
      ['tracks', ['x']],
      ['levels', { id: 'x', title: 'x' }],
      ['audience', [{ id: 'x', title: 'x', color: 'red' }]],
      ['durations_talk', [{ id: 'x', title: 'x', duration: 'long' }]],
      ['durations_talk', [{ id: 'x', title: 'x', duration: -1 }]],
      ['schedule_review_states', ['nope']],
      ['tracks', Array.from({ length: 1001 }, (_, i) => ({ id: `t${i}`, title: 'x' }))],
    ]
    for (const [field, value] of wrong) {
      const { status, body } = await patch('/', { [field]: value })
      expect([field, value, status, body.errors?.[0]?.field]).toEqual([field, value, 400, field])
    }
  })

  const png = Buffer.from('89504e470d0a1a0a0000000d49484452000000010000000108020000', 'hex').toString('base64')

  it.each([
    'Document',
    'Event',
    'Link',
    'File',
    'Image',
    'Talk',
    'Training',
    'LightningTalks',
    'SponsorLevel',
    'Presenter',
    'collective.polls.poll',
  ])('for any field of %s cause no internal error, neither during the write nor during a later read', async type => {
    const options = [{ description: 'Yes' }, { description: 'No' }]
    const files = { file: { data: 'YQ==' }, image: { data: png } }
    const sentBody = { '@type': type, title: title(), remoteUrl: '/', ...files, options }
    const { body } = await post(containers[type] ?? '/', sentBody).expect(201)
    const fields = Object.keys(body).filter(name => /^[a-z]/.test(name) && name !== 'id')
    expect(fields).toContain('title')
    const path = new URL(body['@id']).pathname
    for (const value of forms) {
      const together = await patch(path, Object.fromEntries(fields.map(name => [name, value])))
      expect([value, together.status]).toEqual([value, 400])
      await patch('/', { tracks: value, timezone: value, schedule_review_states: value, start: value }).expect(400)
    }
    for (const name of fields) await patch(path, { [name]: forms[fields.indexOf(name) % forms.length] })
    await request(app).get(path).auth('max', password).expect(200)
    await request(app).get('/@search?fullobjects&b_size=1000').auth('max', password).expect(200)
    expect(faults).toEqual([])
  })

  it('are refused if they are nested too deeply, in any field', async () => {
    for (const name of [
      'title',
      'effective',
      'subjects',
      'blocks',
      'relatedItems',
      'id',
      'UID',
      '@type',
      'language',
      'layout',
    ]) {
      const body = JSON.stringify({ '@type': 'Document', title: title() }).replace('}', `,"${name}":`)
      const { status } = await post('/', `${body}${'['.repeat(50_000)}${']'.repeat(50_000)}}`)
      expect([name, status]).toEqual([name, expect.any(Number)])
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
    await patch('/', { sort: deep(1000) }).expect(400)
    await patch('/', { ordering: deep(1000) }).expect(400)
    expect(faults).toEqual([])
  })

  it('are accepted in nested blocks, up to a limit', async () => {
    const nested = (levels: number) => ({ a: { '@type': 'grid', data: deep(levels) } })
    await post('/', { '@type': 'Document', title: title(), blocks: nested(50) }).expect(201)
    const { body } = await post('/', { '@type': 'Document', title: title(), blocks: nested(200) }).expect(400)
    expect(body.message).toContain('64')
  })

  it.each([5, {}, [], '../evil', 'a b', '<x>', 'x'.repeat(101)])('are refused for a layout: %j', async layout => {
    expect((await post('/', { '@type': 'Document', title: 'x', layout }).expect(400)).body.type).toBe('BadRequest')
  })
})

describe('contradictory values', () => {
  it.each([
    ['/', { '@type': 'Event', start: '2027-03-02T10:00:00Z', end: '2027-03-02T09:00:00Z' }],
    ['/schedule', { '@type': 'Talk', start: '2027-03-02T10:00:00Z', end: '2027-03-02T09:59:59Z' }],
    ['/', { '@type': 'Document', effective: '2027-03-02', expires: '2027-03-01' }],
  ])('are refused at %s: %j', async (path, sent) => {
    const { body } = await post(path, { title: title(), ...sent }).expect(400)
    expect(body.errors).toEqual([{ field: null, message: expect.any(String) }])
    expect(body.message).toMatch(/^\[\{'error': 'ValidationError', 'message': '[^']+'\}\]$/)
  })

  it('include an end before the stored start', async () => {
    const { body } = await post('/schedule', { '@type': 'Talk', title: title(), start: '2027-03-02T10:00:00Z' })
    const path = new URL(body['@id']).pathname
    await patch(path, { end: '2027-03-02T09:00:00Z' }).expect(400)
    await patch(path, { end: '2027-03-02T10:00:00Z' }).expect(204)
  })

  it('write nothing if they are refused', async () => {
    const read = async () => (await request(app).get('/schedule').set('Host', 'site.example')).body
    const before = await read()
    await patch('/schedule', { title: 'Changed', description: 5 }).expect(400)
    await patch('/schedule', { title: 'Changed', ordering: { obj_id: 'x' } }).expect(400)
    expect(await read()).toEqual(before)
  })

  it('include invalid dates of a transition, which then does not happen', async () => {
    for (const effective of ['soon', 5, { toString: 1 }, []])
      await request(app).post('/page/@workflow/retract').auth('max', password).send({ effective }).expect(400)
    expect((await request(app).get('/page').expect(200)).body.review_state).toBe('published')
  })
})

describe('values that exceed limits', () => {
  const many = (length: number) => Array.from({ length }, (_, i) => `/nope/${i}`)
  const block = (fields: object) => ({ blocks: { a: { '@type': 'x', ...fields } } })

  it.each<[string, object, string]>([
    ['1,001 tags', { subjects: many(1001) }, '1000'],
    ['a tag of 201 characters', { subjects: ['x'.repeat(201)] }, '200'],
    ['40,000 relations', { relatedItems: many(40_000) }, '1000'],
    ['10,001 creators', { creators: many(10_001) }, '10000'],
    ['10,001 entries in a block', block({ items: many(10_001) }), '10000'],
    ['an address with a script', block({ value: [{ data: { url: 'java\tscript:steal()' } }] }), 'javascript:'],
    ['10,001 ids of an order', { ordering: { obj_id: 'a', delta: 1, subset_ids: many(10_001) } }, '10000'],
  ])('are refused with the limit: %s', async (_, sent, limit) => {
    const { body } = await patch('/page', sent).expect(400)
    expect(JSON.stringify(body)).toContain(limit)
  })
})

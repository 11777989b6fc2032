import type { JsonObject } from '@plenum/core'
import type { ContentFormPayload, FormControl } from '@plenum/core/answers'
import { createTestSite, formTokenIn, password, plainPages, type TestSite } from '@plenum/testkit'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'

const host = 'site.example'
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

let test: TestSite
let app: Express
let cookie: string
let target: string

const asMax = (path: string) => request(app).get(path).set('Host', host).auth('max', password)
const json = async (path: string): Promise<JsonObject> => (await asMax(path)).body
const add = async (path: string, input: JsonObject) =>
  (await test.run('addContent', path, { as: 'max', input })).content

beforeAll(async () => {
  test = await createTestSite()
  app = createApp(test.site, { html: plainPages })
  const login = await request(app).get('/login').set({ Host: host, Accept: 'text/html' })
  cookie =
    ([] as string[])
      .concat(login.headers['set-cookie'] ?? [])
      .join()
      .split(';')[0] ?? ''
  const answer = await send('/@@do/login', [
    ['login', 'max'],
    ['password', password],
    ['token', formTokenIn(login.text)],
  ])
  cookie =
    ([] as string[])
      .concat(answer.headers['set-cookie'] ?? [])
      .join()
      .split(';')[0] ?? ''
  const row = (id: string) => ({ id, title: id, color: '#112233' })
  const settings = {
    start: '2027-06-17T08:00:00Z',
    end: '2027-06-18T18:00:00Z',
    timezone: 'Europe/Lisbon',
    tracks: [row('sea')],
    levels: [row('all')],
    audience: [row('you')],
  }
  await test.run('editContent', '/', { as: 'max', input: { body: settings } as never })
  await add('/', { '@type': 'Venue', id: 'venue', title: 'Venue' })
  await add('/venue', { '@type': 'Room', id: 'hall', title: 'Hall' })
  await add('/', { '@type': 'Schedule', id: 'programme', title: 'Programme' })
  await add('/', { '@type': 'SponsorsDB', id: 'sponsors', title: 'S', benefits: [{ title: 'Tea', description: '' }] })
  await add('/sponsors', { '@type': 'SponsorLevel', id: 'gold', title: 'Gold' })
  target = String(
    (await add('/', { '@type': 'Image', id: 'i', image: { data: png.toString('base64'), filename: 'i.png' } })).UID,
  )
  await add('/', { '@type': 'Presenter', id: 'ada', title: 'Ada' })
})

type Fields = readonly (readonly [name: string, value: string])[]

async function send(path: string, fields: Fields, file?: string) {
  const sending = request(app)
    .post(path)
    .set({ Host: host, Origin: `http://${host}`, Accept: 'text/html', Cookie: cookie })
  if (file === undefined)
    return sending.type('form').send(fields.map(pair => pair.map(encodeURIComponent).join('=')).join('&'))
  for (const [name, value] of fields) void sending.field(name, value)
  return sending.attach(file, png, { filename: 'a.png', contentType: 'image/png' })
}

const tokenAt = async (path: string) =>
  formTokenIn((await request(app).get(path).set({ Host: host, Accept: 'text/html', Cookie: cookie })).text)

/** Returns the fields that a browser sends for a control that the user did not change. */
function shownFields(control: FormControl): Fields {
  const { name } = control
  const marked = (values: readonly string[]): Fields => ['', ...values].map(value => [name, value] as const)
  switch (control.kind) {
    case 'boolean':
      return marked(control.value ? ['true'] : [])
    case 'choice':
      return [[name, control.values[0] ?? '']]
    case 'set':
      return marked(control.values)
    case 'relation':
    case 'relations':
      return [...marked(control.targets.map(({ UID }) => UID)), [`${name}.search`, '']]
    case 'rows':
      return [
        ...marked([...control.rows, control.blank].map(({ key }) => key)),
        ...[...control.rows, control.blank].flatMap(({ controls }) => controls.flatMap(shownFields)),
      ]
    case 'file':
    case 'image':
      return marked([])
    default:
      return [[name, control.value.replaceAll('\n', '\r\n')]]
  }
}

const isEnd = (name: string): boolean => /\.(?:end|expires|close_date)$/.test(name)

/**
 * Returns a value that differs from the displayed value, and the corresponding value in the payload. Returns null if
 * this suite cannot change the control.
 */
function changedFields(control: FormControl): { readonly fields: Fields; readonly expected: unknown } | null {
  const { name } = control
  const one = (value: string, expected: unknown = value) => ({ fields: [[name, value]] as Fields, expected })
  switch (control.kind) {
    case 'boolean':
      return control.value
        ? one('', false)
        : {
            fields: [
              [name, ''],
              [name, 'true'],
            ],
            expected: true,
          }
    case 'choice': {
      const term = control.terms.find(({ token }) => token !== control.values[0])
      if (!term) return null
      return one(term.token, { token: term.token })
    }
    case 'set': {
      const tokens = control.terms.slice(0, 2).map(({ token }) => token)
      const fields = ['', ...tokens].map(token => [name, token] as const)
      return tokens.length === 0
        ? null
        : {
            fields,
            expected: tokens.map(token => ({ token })),
          }
    }
    case 'relation':
    case 'relations': {
      if (control.types && !control.types.includes('Image')) return null
      const summary = expect.objectContaining({ '@id': `http://${host}/i` })
      return {
        fields: [
          [name, ''],
          [name, target],
        ],
        expected: control.kind === 'relation' ? summary : [summary],
      }
    }
    case 'rows': {
      const columns = control.blank.controls.flatMap(column => {
        const change = changedFields(column)
        return change ? [{ ...change, column: column.name.slice(column.name.lastIndexOf('.') + 1) }] : []
      })
      const second: Fields = name.endsWith('.options')
        ? [
            [name, '1'],
            [`${name}.1.description`, 'Other'],
          ]
        : []
      const expected = Object.fromEntries(columns.map(({ column, expected: value }) => [column, value]))
      return {
        fields: [[name, ''], [name, control.blank.key], ...columns.flatMap(({ fields }) => fields), ...second],
        expected: second.length > 0 ? [expected, { description: 'Other' }] : [expected],
      }
    }
    case 'lines':
      return one('one\r\ntwo', ['one', 'two'])
    case 'links':
      return one('https://site.example/a A title', [{ '@id': 'https://site.example/a' }])
    case 'instant':
      return isEnd(name)
        ? one('2027-06-17T11:30', '2027-06-17T10:30:00+00:00')
        : one('2027-06-17T10:30', '2027-06-17T09:30:00+00:00')
    case 'integer':
      return one('7', 7)
    case 'email':
      return one('ada@example.org')
    case 'url':
      return one('https://example.org/x')
    case 'color':
      return one('#0083be')
    case 'richText':
      if (control.blocks) return one('<p>High <b>tide</b></p>', expect.anything())
      return one('<p>High <b>tide</b></p>', { data: '<p>High <b>tide</b></p>' })
    case 'json':
      return one('{"a": 1}', { a: 1 })
    case 'file':
    case 'image':
    case 'password':
      return null
    default:
      return one('Ebb & "flow"')
  }
}

/** Returns the value with each term replaced by its token, because the values of some fields contain only the token. */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  if ('token' in value) return value.token
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, comparable(part)]))
}

const controlsOf = ({ sections }: ContentFormPayload) => sections.flatMap(({ controls }) => controls)

const special: ReadonlySet<string> = new Set(['id', 'changeNote', 'recurrence', 'max_choices', 'whole_day', 'open_end'])

const places: readonly (readonly [type: string, container: string])[] = [
  ['Document', '/'],
  ['News Item', '/'],
  ['Event', '/'],
  ['Link', '/'],
  ['File', '/'],
  ['Image', '/'],
  ['Profile', '/'],
  ['collective.polls.poll', '/'],
  ['Presenter', '/'],
  ['Venue', '/'],
  ['Schedule', '/'],
  ['Room', '/venue'],
  ['Talk', '/programme'],
  ['Keynote', '/programme'],
  ['Training', '/programme'],
  ['LightningTalks', '/programme'],
  ['OpenSpace', '/programme'],
  ['Slot', '/programme'],
  ['Break', '/programme'],
  ['Meeting', '/programme'],
  ['SponsorLevel', '/sponsors'],
  ['Sponsor', '/sponsors/gold'],
]

async function createThroughForm(type: string, container: string) {
  const base = container === '/' ? '' : container
  const query = `?type=${encodeURIComponent(type)}`
  const form: ContentFormPayload = (await asMax(`${base}/@@add${query}`)).body
  const changes = controlsOf(form).flatMap(control => {
    const field = control.name.slice(6)
    const change = special.has(field) ? null : changedFields(control)
    return change ? [{ ...change, field }] : []
  })
  const file = controlsOf(form).find(control => ['file', 'image'].includes(control.kind) && control.required)
  const token = await tokenAt(`${base}/@@add${query}`)
  const fields: Fields = [['token', token], ['type', type], ...changes.flatMap(change => change.fields)]
  const answer = await send(`${base}/@@do/add`, fields, file?.name)
  return { answer, changes, path: new URL(answer.headers.location ?? 'http://none/').pathname }
}

describe.each(places)('the form of %s', (type, container) => {
  it('stores each kind of value, and an unchanged form changes nothing', async () => {
    const { answer, changes, path } = await createThroughForm(type, container)
    expect([answer.status, answer.status === 303 ? '' : answer.text.slice(0, 3000)]).toEqual([303, ''])
    const stored = await json(path)
    const expected = Object.fromEntries(changes.map(change => [change.field, change.expected]))
    expect(comparable(stored)).toMatchObject(comparable(expected) as object)
    const form: ContentFormPayload = (await asMax(`${path}/@@edit`)).body
    const page = await request(app).get(`${path}/@@edit`).set({ Host: host, Accept: 'text/html', Cookie: cookie })
    const fields: Fields = [
      ['token', formTokenIn(page.text)],
      ['revision', form.revision ?? ''],
      ...controlsOf(form).flatMap(shownFields),
    ]
    const unchanged = await send(`${path}/@@do/edit`, fields)
    expect([unchanged.status, unchanged.headers.location]).toEqual([303, `http://${host}${path}`])
    expect(await json(path)).toEqual(stored)
  })
})

import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { JsonObject } from '@plenum/core'
import {
  addPublished,
  answerChecker,
  type CheckAnswer,
  createTestSite,
  plainPages,
  type TestSite,
} from '@plenum/testkit'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Express } from 'express'
import request from 'supertest'
import { createApp } from './createApp.js'
import { ok } from './exchange/reply.js'
import { route } from './exchange/route.js'

let test: TestSite
let app: Express
let document: JsonObject

const metaSchema = path.resolve(
  __dirname,
  '../../../node_modules/@seriousme/openapi-schema-validator/schemas/v3.1/schema.json',
)
const ajv = new Ajv2020({ strict: false, validateFormats: false })
const isDocument = ajv.compile(JSON.parse(readFileSync(metaSchema, 'utf8')))

const schemasIn = ({ components }: JsonObject): Readonly<Record<string, JsonObject>> => Object(components).schemas

/**
 * Returns the names of the invalid schemas. This check is necessary, because the OpenAPI meta-schema does not check
 * schemas.
 */
const invalidSchemas = (candidate: JsonObject): readonly string[] =>
  Object.entries(schemasIn(candidate)).flatMap(([name, schema]) => (ajv.validateSchema(schema) ? [] : [name]))

function brokenReferences(candidate: JsonObject): readonly string[] {
  const references = [...JSON.stringify(candidate).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)]
  const { components } = candidate
  const broken = references.filter(([, part = '', name = '']) => Object(components)[part]?.[name] === undefined)
  return broken.map(([reference]) => reference)
}

beforeAll(async () => {
  test = await createTestSite({
    extensions: {
      types: [
        {
          id: 'Boat',
          title: 'Boat',
          behaviors: ['plone.basic'],
          fields: [{ kind: 'integer', name: 'masts', title: 'Masts', min: 1 }],
          contains: null,
          addableAnywhere: true,
          addPermission: 'Add portal content',
          layout: 'view',
          lockable: false,
        },
      ],
    },
  })
  await addPublished(test, '/', { '@type': 'Document', id: 'harbour', title: 'Secret harbour' })
  const boats = route('GET @boats/*', 'getContent', {
    reply: () => ok({ boats: 1 }),
    description: {
      summary: 'the number of boats',
      query: { colour: 'The colour of the boats.' },
      answers: { 200: { type: 'object', properties: { boats: { type: 'integer' } }, required: ['boats'] } },
      refusals: [403],
    },
  })
  app = createApp(test.site, { routes: [boats, route('POST @sail', 'lockContent')] })
  document = (await request(app).get('/@openapi').expect(200)).body
})

const copyOf = (): { [key: string]: Record<string, Record<string, Record<string, unknown>>> } =>
  JSON.parse(JSON.stringify(document))

const isValid = (candidate: JsonObject): boolean =>
  isDocument(candidate) && [...invalidSchemas(candidate), ...brokenReferences(candidate)].length === 0

describe('GET /@openapi', () => {
  it('returns a valid OpenAPI 3.1 document, whose schemas are valid', () => {
    isDocument(document)
    expect(isDocument.errors ?? []).toEqual([])
    expect(Object.keys(schemasIn(document)).length).toBeGreaterThan(150)
    expect(invalidSchemas(document)).toEqual([])
    expect(brokenReferences(document)).toEqual([])
  })

  it('names each operation once', () => {
    const items = Object.values(Object(document.paths)) as readonly Record<string, { operationId: string }>[]
    const ids = items.flatMap(item => Object.values(item).map(({ operationId }) => operationId))
    expect(ids.length).toBeGreaterThan(100)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('contains the types of the site, and nothing else of it', async () => {
    const { schemas } = document.components as { schemas: Record<string, JsonObject> }
    expect(schemas['fields.Boat']).toMatchObject({
      title: 'Boat',
      properties: { masts: { title: 'Masts', type: ['integer', 'null'], minimum: 1 } },
    })
    expect(JSON.stringify(document)).not.toMatch(/harbour|site\.example|127\.0\.0\.1/i)
  })

  it('contains the routes of the application', () => {
    expect(document.paths).toMatchObject({
      '/{path}/@boats/{segment1}': {
        get: {
          summary: 'the number of boats',
          parameters: expect.arrayContaining([expect.objectContaining({ name: 'colour', in: 'query' })]),
          responses: { 200: { description: 'OK' }, 403: {} },
        },
      },
      '/{path}/@sail': { post: { responses: { 200: {} } } },
    })
  })

  it('contains the forms, the event streams and the pages of an application with pages', async () => {
    const inPages = createApp(test.site, { html: plainPages })
    const { body } = await request(inPages).get('/@openapi').expect(200)
    expect(isValid(body)).toBe(true)
    expect(Object.keys(body.paths).filter(address => !(address in Object(document.paths)))).toEqual([
      '/{path}/@@do/{action}',
      '/{path}/@@results-events',
      '/login',
      '/passwordreset/{token}',
      '/@@pages/{file}',
    ])
    const { get: events } = body.paths['/{path}/@@results-events']
    expect(events.responses[200].content).toEqual({ 'text/event-stream': {} })
    const { post: form } = body.paths['/{path}/@@do/{action}']
    expect(form.parameters[1].schema.enum).toEqual(expect.arrayContaining(['login', 'edit', 'vote', 'upload']))
    expect(Object.keys(form.requestBody.content)).toEqual(['application/x-www-form-urlencoded', 'multipart/form-data'])
    expect(form.responses[303].headers).toEqual({ Location: { schema: { type: 'string' } } })
    const check = answerChecker(body)
    const refused = await request(inPages).post('/harbour/@@do/edit').set('Origin', 'http://elsewhere.example')
    const { status, headers, text } = refused
    const answer = { method: 'POST', target: '/harbour/@@do/edit', status, type: headers['content-type'], body: text }
    expect([status, check(answer)]).toEqual([403, undefined])
    expect(check({ ...answer, status: 201 })).toBe('post /{path}/@@do/{action} does not document 201')
  })

  it('has an ETag that does not depend on content, and is not sent again', async () => {
    const first = await request(app).get('/@openapi')
    await addPublished(test, '/', { '@type': 'Document', title: 'Further' })
    const again = await request(app)
      .get('/@openapi')
      .set('If-None-Match', first.headers.etag ?? '')
    expect([again.status, again.headers.etag, again.text]).toEqual([304, first.headers.etag, ''])
    expect(first.headers['cache-control']).toMatch(/^public/)
    const head = await request(app).head('/@openapi').expect(200)
    expect(head.headers.etag).toBe(first.headers.etag)
  })
})

type Mutate = (copy: ReturnType<typeof copyOf>) => void

const search = '/{path}/@search'
const mutations: Readonly<Record<string, Mutate>> = {
  'another version': copy => Object.assign(copy, { openapi: '4.0' }),
  'no title': copy => delete (copy.info as Record<string, unknown>).title,
  'an unknown key': copy => Object.assign(copy, { routes: {} }),
  'a path without a slash': copy => Object.assign(copy.paths ?? {}, { search: {} }),
  'an unknown method': copy => Object.assign(copy.paths?.[search] ?? {}, { get: 'search' }),
  'a response without a description': copy => delete Object(copy.paths?.[search]?.get?.responses)[200].description,
  'an invalid status': copy => Object.assign(copy.paths?.[search]?.get?.responses ?? {}, { ok: { description: '' } }),
  'a parameter in an unknown place': copy =>
    Object.assign(Object(copy.paths?.[search]?.get?.parameters)[0], { in: 'x' }),
  'a reference to a missing schema': copy =>
    Object.assign(copy.components?.schemas?.ListedItem ?? {}, { anyOf: [{ $ref: '#/components/schemas/Nope' }] }),
  'an unknown type of JSON': copy => Object.assign(copy.components?.schemas?.LockPayload ?? {}, { type: 'dict' }),
}

describe('a wrong document', () => {
  it.each(Object.entries(mutations))('is recognized: %s', (_, mutate) => {
    const copy = copyOf()
    mutate(copy)
    expect(isValid(document)).toBe(true)
    expect(isValid(copy as unknown as JsonObject)).toBe(false)
  })
})

describe('a wrong response', () => {
  let check: CheckAnswer
  let right: Record<string, unknown>

  beforeAll(async () => {
    check = answerChecker(document)
    right = (await request(app).get('/@search?metadata_fields=UID').expect(200)).body
  })

  const answer = (body: unknown, status = 200, type = 'application/json') =>
    check({ method: 'GET', target: '/@search', status, type, body: JSON.stringify(body) })

  const refusal = { type: 'NotFound', message: 'No such object.', context: null }

  it('differs from a right response', () => {
    expect([answer(right), answer(refusal, 404), answer(null, 200, 'text/html')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  const undocumented: Readonly<Record<string, () => string | undefined>> = {
    'a list': () => answer([]),
    null: () => answer(null),
    'no items': () => answer({ ...right, items: undefined }),
    'a total that is a string': () => answer({ ...right, items_total: '1' }),
    'an unknown key': () => answer({ ...right, total: 1 }),
    'an item that is a string': () => answer({ ...right, items: ['/harbour'] }),
    'an item without a title': () => answer({ ...right, items: [{ '@id': 'http://site.example/harbour' }] }),
    'an undocumented status': () => answer(right, 201),
    'an undocumented media type': () => answer(right, 200, 'application/xml'),
    'a refusal of an unknown type': () => answer({ ...refusal, type: 'Nope' }, 404),
    'a refusal without a message': () => answer({ type: 'NotFound', context: null }, 404),
  }

  it.each(Object.keys(undocumented))('is recognized: %s', name => {
    expect(undocumented[name]?.()).toMatch(/^get \/\{path\}\/@search/)
  })
})

import { createSite, DomainError, defineOperation, text } from '@plenum/core'
import { addPublished, createTestSite, password, type TestSite } from '@plenum/testkit'
import request from 'supertest'
import { createApp } from './createApp.js'
import { ownRoute } from './exchange/ownRoute.js'

const retitle = defineOperation({
  summary: 'Changes the title',
  permission: 'Modify portal content',
  input: { type: 'object', required: ['title'] },
  answer: { type: 'object', properties: { title: { type: 'string' } } },
  decide(_, { title }: { readonly title: string }) {
    if (title === 'taboo') throw new DomainError('forbidden', text('{title} is not a title.', { title }))
    return { answer: { title }, change: { update: { title } } }
  },
})

const greet = defineOperation({
  summary: 'Greets the caller',
  permission: 'View',
  input: { type: 'object' },
  decide: ({ object }, { name }: { readonly name?: string }) => ({ answer: { greeting: `${name} in ${object.path}` } }),
})

/** A simple validator in place of Ajv, which only the Node platform provides. */
const compileSchema = ({ required = [] }: { readonly required?: unknown }) => {
  const keys = Array.isArray(required) ? required : []
  return (value: unknown) => keys.filter(key => !Object.hasOwn(Object(value), String(key))).map(key => `lacks ${key}`)
}

describe('ownRoute', () => {
  let test: TestSite
  let app: ReturnType<typeof createApp>

  beforeEach(async () => {
    test = await createTestSite()
    await addPublished(test, '/', { '@type': 'Document', id: 'c', title: 'C' })
    const site = createSite({ ...test.platform, compileSchema }, { operations: { texts: { retitle, greet } } })
    const routes = [ownRoute(site, 'POST @retitle', 'texts.retitle'), ownRoute(site, 'GET @greet', 'texts.greet')]
    app = createApp(site, { routes })
    // @ts-expect-error
    expect(() => ownRoute(site, 'POST @greet', 'texts.gret')).toThrow(
      "The site has no operation 'texts.gret'. Its own operations: texts.retitle, texts.greet.",
    )
  })

  it('runs the operation with the body as input, and writes its change', async () => {
    const { body } = await request(app).post('/c/@retitle').auth('max', password).send({ title: 'New' }).expect(200)
    expect(body).toEqual({ title: 'New' })
    expect((await request(app).get('/c')).body.title).toBe('New')
  })

  it('passes the query parameters of a GET as input', async () => {
    expect((await request(app).get('/c/@greet?name=Ana')).body).toEqual({ greeting: 'Ana in /c' })
  })

  it('refuses like the routes of the service', async () => {
    await request(app).post('/c/@retitle').send({ title: 'New' }).expect(401)
    await request(app).post('/nowhere/@retitle').auth('max', password).send({ title: 'New' }).expect(404)
    const { body } = await request(app).post('/c/@retitle').auth('max', password).send({}).expect(400)
    expect(body.message).toContain('lacks title')
    const taboo = await request(app).post('/c/@retitle').auth('max', password).send({ title: 'taboo' }).expect(403)
    expect(JSON.stringify(taboo.body)).toContain('taboo is not a title.')
    await request(app)
      .post('/c/@retitle')
      .auth('max', password)
      .set('Content-Type', 'application/json')
      .send('{')
      .expect(400)
  })

  it('describes the operation at /@openapi', async () => {
    const { paths } = (await request(app).get('/@openapi').expect(200)).body
    const [, described] = Object.entries(paths).find(([address]) => address.endsWith('@retitle')) ?? []
    const text = JSON.stringify(described)
    for (const part of [retitle.summary, JSON.stringify(retitle.input), JSON.stringify(retitle.answer)])
      expect(text).toContain(part)
  })
})

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import {
  anonymous,
  type ContentType,
  createSite,
  DomainError,
  defineOperation,
  dublinCore,
  type Member,
  ModelError,
  memoryStore,
  type Site,
  text,
  translator,
} from '@plenum/core'
import { createNodePlatform } from '@plenum/platform'
import { openSite } from './openSite.js'

const ana: Member = { kind: 'member', id: 'ana', fullname: 'Ana', roles: ['Manager'], groups: [] }

const recipe: ContentType = {
  id: 'Recipe',
  title: 'Recipe',
  behaviors: [...dublinCore, 'plone.versioning'],
  addPermission: 'Add portal content',
  addableAnywhere: true,
  layout: 'view',
  lockable: true,
  contains: null,
  fields: [{ name: 'portions', title: 'Portions', kind: 'integer', required: false }],
}

interface Portions {
  readonly portions: number
}

const serve = defineOperation({
  summary: 'Multiplies the portions of a recipe',
  permission: 'Modify portal content',
  types: ['Recipe'],
  input: {
    type: 'object',
    additionalProperties: false,
    required: ['times'],
    properties: { times: { type: 'integer', minimum: 1 } },
  },
  answer: { type: 'object', properties: { portions: { type: 'integer' } } },
  decide({ object }, { times }: { readonly times: number }) {
    const portions = Number(object.fields.portions) * times
    if (portions > 50) throw new DomainError('bad-request', text('A pot has at most {limit} portions.', { limit: 50 }))
    return { answer: { portions }, change: { update: { portions } } }
  },
})

const related = defineOperation({
  summary: 'Returns the title of another object',
  permission: null,
  input: { type: 'object', required: ['path'], properties: { path: { type: 'string' } } },
  decide: async ({ read }, input: { readonly path: string }) => ({
    answer: (await read(input.path))?.fields.title ?? null,
  }),
})

const copy = defineOperation({
  summary: 'Adds a copy',
  permission: 'Add portal content',
  decide: () => ({ answer: 'added', change: { create: { '@type': 'Document', title: 'Copy' } } }),
})

const finish = defineOperation({
  summary: 'Publishes an object',
  permission: 'Modify portal content',
  decide: ({ now }) => ({ answer: now > 0, change: { transition: 'publish', comment: 'Finished' } }),
})

const operations = { recipes: { serve, related, copy, finish } }
const catalogs = { de: { 'A pot has at most {limit} portions.': 'Ein Topf hat höchstens {limit} Portionen.' } }
const extensions = { types: [recipe], operations, catalogs }

const stores = ['memory', 'SQLite'] as const

describe.each(stores)('the operations of an application in %s', kind => {
  let site: Site<typeof operations>
  let close: () => Promise<void>
  const changes = async () => {
    const kinds: string[] = []
    for await (const event of site.changes()) kinds.push(`${event.kind} ${event.object?.path} ${event.actor}`)
    return kinds
  }

  beforeEach(async () => {
    if (kind === 'memory') {
      site = createSite(createNodePlatform(memoryStore()), extensions)
      await site.initialize({ title: 'Garden', creator: 'ana' })
      close = async () => {}
    } else {
      const directory = mkdtempSync(path.join(tmpdir(), 'plenum-own-'))
      const opened = await openSite({ database: path.join(directory, 'site.sqlite'), extensions, background: false })
      site = opened
      close = async () => {
        await opened.close()
        rmSync(directory, { recursive: true })
      }
    }
    await site.as(ana).content.create('/', { '@type': 'Recipe', title: 'Soup', portions: 4 })
  })
  afterEach(() => close())

  it('change the object, record a version and add an event to the change feed', async () => {
    const { recipes, content, history } = site.as(ana)
    expect(await recipes.serve('/soup', { times: 3 })).toEqual({ portions: 12 })
    expect((await content.get<Portions>('/soup')).portions).toBe(12)
    expect(await changes()).toEqual(['added /soup ana', 'changed /soup ana'])
    expect((await history.list('/soup')).filter(({ type }) => type === 'versioning')).toHaveLength(2)
  })

  it('add items and run transitions', async () => {
    const { recipes, content } = site.as(ana)
    expect(await recipes.copy('/')).toBe('added')
    await recipes.finish('/copy')
    expect((await content.get('/copy')).review_state).toBe('published')
  })

  it('refuse callers without permission before they check the input', async () => {
    const attempt = site.as(anonymous).recipes.serve('/soup', { times: 0 })
    await expect(attempt).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('refuse invalid inputs with all problems, and other types like missing content', async () => {
    const { recipes } = site.as(ana)
    await expect(recipes.serve('/soup', { times: 0 })).rejects.toThrow('times must be >= 1')
    await expect(recipes.serve('/', { times: 1 })).rejects.toMatchObject({ code: 'not-found' })
  })

  it('refuse with messages of the application, which catalogs translate', async () => {
    const { recipes } = site.as(ana)
    const error = await recipes.serve('/soup', { times: 100 }).catch((refusal: DomainError) => refusal)
    if (!(error instanceof DomainError)) throw new Error('The operation was not refused.')
    expect([error.code, error.message]).toEqual(['bad-request', 'A pot has at most 50 portions.'])
    expect(translator(catalogs.de)(error.reason)).toBe('Ein Topf hat höchstens 50 Portionen.')
  })

  it('write nothing if the object has another revision than expected', async () => {
    const late = site.as(ana, { expectedRevisions: [99] })
    await expect(late.recipes.serve('/soup', { times: 2 })).rejects.toMatchObject({ code: 'precondition-failed' })
    expect((await site.as(ana).content.get<Portions>('/soup')).portions).toBe(4)
  })

  it('run again after a concurrent change, so that no change is lost', async () => {
    const { recipes, content } = site.as(ana)
    await Promise.all([recipes.serve('/soup', { times: 2 }), recipes.serve('/soup', { times: 3 })])
    expect((await content.get<Portions>('/soup')).portions).toBe(24)
  })

  it('read only objects that the caller may view', async () => {
    expect(await site.as(ana).recipes.related('/', { path: '/soup' })).toBe('Soup')
    expect(await site.as(anonymous).recipes.related('/', { path: '/soup' })).toBeNull()
    expect(await site.as(ana).recipes.related('/', { path: '/nowhere' })).toBeNull()
  })

  it('are described for matrices of permissions and API descriptions', () => {
    expect(site.ownOperations[0]).toEqual({
      name: 'recipes.serve',
      summary: serve.summary,
      permission: serve.permission,
      types: ['Recipe'],
      input: serve.input,
      answer: serve.answer,
    })
  })
})

describe('createSite', () => {
  it('reports all problems of operations', () => {
    const wrong = defineOperation({
      summary: 'Wrong',
      permission: 'Cook',
      types: ['Dish'],
      input: { type: 'sometimes' },
      decide: () => ({ answer: null }),
    })
    const create = () =>
      createSite(createNodePlatform(memoryStore()), { operations: { content: { get: copy }, 'a b': { wrong } } })
    expect(create).toThrow(ModelError)
    for (const problem of [
      'Operation content.get: the site already has an operation with this name',
      'Operation a b.wrong: area and method must consist of letters',
      "there is no permission 'Cook'",
      "there is no content type 'Dish'",
      '`input` is not a valid JSON Schema',
    ])
      expect(create).toThrow(problem)
  })
})

// The compiler is the test: `npm run types` fails if a line marked with `@ts-expect-error` compiles.
const misspelt = ({ recipes, ...areas }: ReturnType<Site<typeof operations>['as']>) => [
  // @ts-expect-error
  areas.recipe,
  // @ts-expect-error
  recipes.serv,
  // @ts-expect-error
  recipes.serve('/soup', { time: 2 }),
  // @ts-expect-error
  recipes.serve('/soup', { times: 2 }).then(({ portion }) => portion),
  // @ts-expect-error: without input
  recipes.copy('/soup', {}),
  // @ts-expect-error
  text('A pot has at most {limit} portions.', { limits: 50 }),
]

it('rejects misspelt names of operations at compile time', () => expect(misspelt).toBeInstanceOf(Function))

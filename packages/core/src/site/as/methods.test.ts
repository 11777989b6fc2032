import { createTestSite, testMember } from '@plenum/testkit'
import type { ContentPayload } from '../../answers/content.js'
import type { PollPayload } from '../../answers/poll.js'
import { dublinCore } from '../../content/model/stockBehaviors.js'
import { anonymous } from '../../security/caller.js'
import { defineWorkflow } from '../../workflow/defineWorkflow.js'
import { createSite } from '../createSite.js'
import { operations } from '../operations.js'
import type { Site } from '../site.js'
import { type CallerMethods, methodFactory } from './methods.js'

const createMethods = methodFactory({})

type AnyMethods = Readonly<Record<string, Readonly<Record<string, (...args: unknown[]) => Promise<unknown>>>>>

describe('createMethods', () => {
  it('reaches every operation of the table exactly once', async () => {
    const names: string[] = []
    const areas = createMethods(async name => {
      names.push(name)
      return { content: {}, listing: null }
    }) as unknown as AnyMethods
    const methods: ((...args: unknown[]) => Promise<unknown>)[] = []
    for (const name in areas) {
      const area = areas[name] ?? {}
      methods.push(...(typeof area === 'function' ? [area] : Object.values(area)))
    }
    for (const method of methods) await method('/', 'a', {}).catch(() => method('a', {}))
    expect(names.toSorted()).toEqual(Object.keys(operations).toSorted())
  })

  it('describes the missing path to callers that are not type-checked', async () => {
    const { content } = createMethods(async () => null) as unknown as AnyMethods
    await expect(content?.get?.({ batch: 1 })).rejects.toThrow("such as '/' or '/news/today'")
  })
})

describe('Site.as', () => {
  let site: Site
  let max: CallerMethods

  beforeEach(async () => {
    site = (await createTestSite()).site
    max = site.as(testMember('max'), { baseUrl: 'https://garden.example' })
  })

  it('runs operations with values as input, and returns payloads', async () => {
    const { path } = await max.content.create('/', { '@type': 'Document', title: 'Compost' })
    const updated: ContentPayload | null = await max.content.update(path, { description: 'What rots' })
    await max.content.transition(path, 'publish', { comment: 'Ready' })
    const content: ContentPayload = await max.content.get(path)
    expect([updated?.description, content.title, content.review_state]).toEqual(['What rots', 'Compost', 'published'])
    expect(content['@id']).toBe('https://garden.example/compost')
    const history = await max.history.list(path)
    expect(history.map(({ action }) => action)).toContain('publish')
    const { items, total } = await max.search('/', { SearchableText: 'rots' }, { fullObjects: true })
    expect([total, items[0]?.title, items[0]?.description]).toEqual([1, 'Compost', 'What rots'])
  })

  it('adds the items of a container to its payload', async () => {
    await max.content.create('/', { '@type': 'Document', title: 'Compost' })
    const root = await max.content.get('/')
    expect([root.items?.map(({ title }) => title), root.items_total]).toEqual([['Compost'], 1])
    expect((await max.content.get('/', { batch: { start: 1, size: 5 } })).items).toEqual([])
  })

  it('counts votes', async () => {
    const options = [{ description: 'Tea' }, { description: 'Mate' }]
    const { path } = await max.content.create('/', { '@type': 'collective.polls.poll', title: 'Drinks', options })
    await max.content.transition(path, 'open')
    const visitor = site.as(anonymous)
    const { cookie } = await visitor.polls.vote(path, { option_id: 1 })
    const again = visitor.polls.vote(path, { option_id: 1 }, { token: cookie?.token ?? null })
    await expect(again).rejects.toMatchObject({ code: 'already-voted' })
    const poll: PollPayload = await max.polls.get(path)
    expect([poll.total_votes, poll['@id']]).toEqual([1, 'https://garden.example/drinks/@poll'])
  })

  it('runs operations on the whole site without a path', async () => {
    await max.users.create({ username: 'ana', email: 'ana@garden.example', password: 'Secret-password-1' })
    expect((await max.users.get('ana')).email).toBe('ana@garden.example')
    const { items } = await max.users.list({ search: 'ana' })
    expect(items.map(({ id }) => id)).toEqual(['ana'])
    await max.users.delete('ana')
    await expect(max.users.get('ana')).rejects.toMatchObject({ code: 'not-found' })
  })

  it('refuses callers without permission, and revisions that the caller does not expect', async () => {
    await expect(site.as(anonymous).content.create('/', { '@type': 'Document' })).rejects.toMatchObject({
      code: 'unauthorized',
    })
    const careful = site.as(testMember('max'), { expectedRevisions: [99] })
    await expect(careful.content.update('/', { title: 'Late' })).rejects.toMatchObject({ code: 'precondition-failed' })
  })

  it('rejects with a DomainError if the task has been abandoned', async () => {
    const task = site.scheduler.begin()
    task.abandon()
    const refusal = site.as(testMember('max'), { task }).content.get('/')
    await expect(refusal).rejects.toMatchObject({ name: 'DomainError', code: 'busy' })
  })

  it('accepts the literal ids of custom and stock transitions', async () => {
    const { platform } = await createTestSite()
    const types = [{ ...recipe, workflows: [cooking.id] }]
    const kitchen = createSite(platform, { types, workflows: [cooking] })
    const { content } = kitchen.as(testMember('max'))
    const { path } = await content.create('/', { '@type': 'Recipe', title: 'Soup' })
    expect(await content.transition(path, 'cook', { comment: 'Hot' })).toMatchObject({ review_state: 'cooked' })
    const page = await content.create('/', { '@type': 'Document', title: 'Kitchen' })
    await content.transition(page.path, 'publish')
    // @ts-expect-error
    await expect(content.transition(path, 'coock')).rejects.toMatchObject({ code: 'workflow-refused' })
    const anySite: Site = kitchen
    expect(anySite).toBe(kitchen)
  })

  it('translates titles with the catalogs of the site', async () => {
    const { platform } = await createTestSite()
    const german = createSite(platform, { catalogs: { de: { Private: 'Privat' } } })
    const { path } = await german.as(testMember('max')).content.create('/', { '@type': 'Document', title: 'Compost' })
    const workflowIn = async (language?: string) =>
      JSON.stringify(await german.as(testMember('max'), language === undefined ? {} : { language }).workflow.get(path))
    expect(await workflowIn('de-AT')).toContain('Privat"')
    expect(await workflowIn()).toContain('Private"')
    expect(() => german.as(anonymous, { language: 'fr' })).toThrow("no catalog for the language 'fr'")
  })
})

const recipe = {
  id: 'Recipe',
  title: 'Recipe',
  behaviors: dublinCore,
  addPermission: 'Add portal content',
  addableAnywhere: true,
  layout: 'view',
  lockable: false,
  contains: null,
  fields: [],
} as const

const cooking = defineWorkflow({
  id: 'cooking',
  title: 'Cooking',
  stateVariable: 'review_state',
  initialState: 'raw',
  states: [
    { id: 'raw', title: 'Raw', transitions: ['cook'] },
    { id: 'cooked', title: 'Cooked', transitions: [] },
  ],
  transitions: [{ id: 'cook', title: 'Cook', to: 'cooked' }],
  historyGuard: {},
})

// The compiler is the test: `npm run types` fails if a line marked with `@ts-expect-error` compiles.
const misspelt = (ana: CallerMethods) => [
  // @ts-expect-error
  ana.contents,
  // @ts-expect-error
  ana.content.creat,
  // @ts-expect-error: the path
  ana.content.get(),
  // @ts-expect-error
  ana.content.get('/', { withItem: true }),
  // @ts-expect-error: the body
  ana.content.create('/'),
  // @ts-expect-error
  ana.polls.get('/poll').then(poll => poll.totl_votes),
  // @ts-expect-error
  ana.schedule.get('/').then(({ items }) => items[0]?.items[0]?.grid_row),
  // @ts-expect-error
  ana.users.get({ id: 'ana' }),
  // @ts-expect-error: without a path
  ana.users.list('/'),
  // @ts-expect-error
  ana.search('/', {}, { metdata: [] }),
]

it('rejects misspelt names at compile time', () => expect(misspelt).toBeInstanceOf(Function))

import { createPrograms, password, type RunningServer, refusalOf } from '@plenum/testkit'
import PloneClient from '@plone/client'

const programs = createPrograms()

let server: RunningServer
let client: PloneClient
let visitor: PloneClient

beforeAll(async () => {
  server = await programs.serve({ EMPTY_SITE: '1', ADMIN_PASSWORD: password, PASSWORD_COST: '4' })
  client = PloneClient.initialize({ apiPath: server.url })
  visitor = PloneClient.initialize({ apiPath: server.url })
  await client.login({ username: 'admin', password })
  await add('/', 'folder', { title: 'Folder', description: 'Gulls and terns' })
  await add('/folder', 'page', { title: 'Page', description: 'Gulls' })
})

afterAll(programs.close)

const at = (address: string) => server.url + address

const notFound = [404, 'NotFound']
const unauthorized = [401, 'Unauthorized']
const badRequest = [400, 'BadRequest']

const add = (container: string, id: string, data: { title: string; description?: string }) =>
  client.createContentMutation().mutationFn({ path: container, data: { '@type': 'Document', id, ...data } })

describe("the client's components of a page", () => {
  it('include actions, breadcrumbs and menus', async () => {
    const actions = await client.getActionsQuery({ path: '/folder' }).queryFn()
    const idsOf = (category: { id: string }[]) => category.map(({ id }) => id)
    expect(idsOf(actions.object)).toEqual(expect.arrayContaining(['view', 'edit', 'folderContents', 'history']))
    expect(idsOf(actions.object_buttons)).toEqual(expect.arrayContaining(['cut', 'copy', 'delete', 'rename']))
    const crumbs = client.getBreadcrumbsQuery({ path: '/folder/page' }).queryFn()
    expect(await crumbs).toEqual({
      '@id': at('/folder/page/@breadcrumbs'),
      items: [
        { '@id': at('/folder'), title: 'Folder' },
        { '@id': at('/folder/page'), title: 'Page' },
      ],
      root: server.url,
    })
    const menu = await client.getNavigationQuery({ path: '/folder', depth: 2 }).queryFn()
    expect(menu.items).toMatchObject([{ '@id': server.url }, { title: 'Folder', items: [{ title: 'Page' }] }])
    const flat = await client.getNavigationQuery({ path: '/folder' }).queryFn()
    expect(flat.items[1]).toMatchObject({ title: 'Folder', items: [] })
    const around = await client.getContextNavigationQuery({ path: '/folder/page' }).queryFn()
    expect(around).toMatchObject({ available: true, items: [{ '@id': at('/folder/page'), is_current: true }] })
    const root = await client.getNavrootQuery({ path: '/folder' }).queryFn()
    expect(root).toMatchObject({ navroot: { '@id': server.url, '@type': 'Plone Site', title: 'Site' } })
  })

  it('are refused together with the page', async () => {
    for (const [address, refused] of [
      ['/folder', unauthorized],
      ['/nowhere', notFound],
    ] as const) {
      for (const query of [
        visitor.getActionsQuery,
        visitor.getBreadcrumbsQuery,
        visitor.getNavigationQuery,
        visitor.getContextNavigationQuery,
        visitor.getNavrootQuery,
      ])
        expect(await refusalOf(query({ path: address }).queryFn())).toEqual(refused)
    }
  })
})

describe("the client's searches", () => {
  const pathsIn = ({ items }: { items: { '@id': string }[] }) => items.map(item => item['@id'])

  it('find words, below a path, with columns and full objects', async () => {
    const words = { SearchableText: 'gulls', sort_on: 'sortable_title' }
    expect(pathsIn(await client.getSearchQuery({ query: words }).queryFn())).toEqual([
      at('/folder'),
      at('/folder/page'),
    ])
    const below = { path: { query: '/folder', depth: 1 }, metadata_fields: ['Creator', 'UID'], sort_on: ['path'] }
    expect(await client.getSearchQuery({ query: below }).queryFn()).toMatchObject({
      items: [{ title: 'Page', Creator: 'admin', UID: expect.any(String) }],
      items_total: 1,
    })
    const whole = { path: { query: '/folder/page' }, fullobjects: 1 }
    expect(await client.getSearchQuery({ query: whole }).queryFn()).toMatchObject({ items: [{ lock: {} }] })
    expect(pathsIn(await visitor.getSearchQuery({ query: words }).queryFn())).toEqual([])
    const nowhere = client.getSearchQuery({ query: { path: { query: '/nowhere' } } }).queryFn()
    expect(await refusalOf(nowhere)).toEqual(notFound)
  })

  it('accept the rows of a form, in the address and in the body', async () => {
    const any = 'plone.app.querystring.operation.selection.any'
    const rows = [
      { i: 'portal_type', o: any, v: ['Document'] },
      { i: 'path', o: 'plone.app.querystring.operation.string.absolutePath', v: '/folder::1' },
    ]
    expect(pathsIn(await client.getQuerystringSearchQuery({ query: rows }).queryFn())).toEqual([at('/folder/page')])
    const post = (data: object) => client.postQuerystringSearchMutation().mutationFn({ data: data as never })
    const page = { query: rows.slice(0, 1), b_size: '1', b_start: '1', sort_on: 'getId' }
    expect(await post(page)).toMatchObject({ items: [{ title: 'Page' }], items_total: 2, batching: {} })
    expect(await post({ query: rows, fullobjects: true })).toMatchObject({ items: [{ lock: {} }] })
    const unknown = [{ i: 'portal_type', o: 'no.such.operation', v: ['Document'] }]
    expect(await refusalOf(post({ query: unknown }))).toEqual(badRequest)
    expect(await refusalOf(client.getQuerystringSearchQuery({ query: unknown }).queryFn())).toEqual(badRequest)
    const form = await visitor.getQueryStringQuery({}).queryFn()
    expect(form.indexes.portal_type).toMatchObject({ enabled: true, operations: expect.arrayContaining([any]) })
  })

  it('list references to content that is about to be deleted', async () => {
    const [{ UID = '' } = {}] = (
      await client.getSearchQuery({ query: { path: { query: '/folder/page' }, metadata_fields: 'UID' } }).queryFn()
    ).items as { UID?: string }[]
    const related = { '@type': 'Document', title: 'From', relatedItems: [UID] }
    await fetch(at('/'), {
      method: 'POST',
      headers: { authorization: `Bearer ${client.config.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(related),
    })
    const breaches = await client.getLinkintegrityQuery({ uids: UID }).queryFn()
    expect(breaches).toMatchObject([{ '@id': at('/folder/page'), breaches: [{ title: 'From' }] }])
    expect(await client.getRelationsListQuery({}).queryFn()).toMatchObject({ stats: expect.anything() })
    expect(await client.getRelationsQuery({ relation: 'relatedItems' }).queryFn()).toMatchObject({ relations: {} })
    expect(await refusalOf(client.getLinkintegrityQuery({ uids: '' }).queryFn())).toEqual(badRequest)
    expect(await refusalOf(visitor.getRelationsListQuery({}).queryFn())).toEqual(unauthorized)
  })
})

describe("the client's forms", () => {
  it('are built from types, their fields and vocabularies', async () => {
    const types = await client.getTypesQuery({}).queryFn()
    expect(types).toContainEqual(
      expect.objectContaining({ '@id': at('/@types/Document'), title: 'Page', addable: true }),
    )
    const form = await client.getTypeQuery({ contentPath: 'Document' }).queryFn()
    expect(form).toMatchObject({ required: ['title'], properties: { title: { type: 'string' } } })
    const field = client.getTypeFieldQuery({ contentFieldPath: 'Document/title' }).queryFn()
    expect(await field).toEqual(form.properties.title)
    const names = await client.getVocabulariesListQuery({}).queryFn()
    expect(names).toContainEqual(expect.objectContaining({ title: 'plone.app.vocabularies.ReallyUserFriendlyTypes' }))
    const terms = (filter: object) =>
      client.getVocabulariesQuery({ path: 'plone.app.vocabularies.ReallyUserFriendlyTypes', ...filter }).queryFn()
    expect(await terms({ title: 'page' })).toMatchObject({ items: [{ title: 'Page', token: 'Document' }] })
    expect(await terms({ token: 'Document' })).toMatchObject({ items: [{ token: 'Document' }] })
    expect(await terms({ tokens: ['Document', 'Event'] })).toMatchObject({ items_total: 2 })
  })

  it('are refused for missing content, and types are refused to visitors', async () => {
    expect(await refusalOf(visitor.getTypesQuery({}).queryFn())).toEqual(unauthorized)
    expect(await refusalOf(client.getTypeQuery({ contentPath: 'Nothing' }).queryFn())).toEqual(notFound)
    expect(await refusalOf(client.getTypeFieldQuery({ contentFieldPath: 'Document/x' }).queryFn())).toEqual(notFound)
    expect(await refusalOf(client.getVocabulariesQuery({ path: 'nothing' }).queryFn())).toEqual([404, 'Not Found'])
  })
})

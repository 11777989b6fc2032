import type { AddressInfo } from 'node:net'
import { createApp } from '@plenum/express-adapter'
import { createTestSite, listenOn, password } from '@plenum/testkit'
import PloneClient from '@plone/client'
import { ApiError } from './apiError.js'
import type { Client } from './client.js'
import { createClient } from './createClient.js'

let client: Client
let official: PloneClient
let server: Awaited<ReturnType<typeof listenOn>>

const person = (id: string) => ({ username: id, email: `${id}@example.org`, password, roles: ['Member'] })

beforeAll(async () => {
  const { site } = await createTestSite()
  server = await listenOn(createApp(site))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  client = createClient({ baseUrl })
  official = PloneClient.initialize({ apiPath: baseUrl })
  await Promise.all([client.login('max', password), official.login({ username: 'max', password })])
  for (const id of ['folder', 'page', 'removed', 'locked', 'aimed'])
    await client.content.create('/', { '@type': 'Document', id, title: id })
  await client.content.create('/folder', { '@type': 'Document', id: 'inside', title: 'Gulls', relatedItems: ['/page'] })
  await client.content.update('/page', { title: 'Page' })
  for (const id of ['ada', 'bob', 'cyd', 'dan']) await client.users.create(person(id))
  for (const groupname of ['crew', 'club']) await client.groups.create({ groupname })
})

afterAll(() => server[Symbol.asyncDispose]())

const first = async <T>(list: AsyncIterable<T>) => {
  for await (const item of list) return item
  throw new Error('The list is empty.')
}
const words = { SearchableText: 'gulls' }
const rows = [{ i: 'portal_type', o: 'plone.app.querystring.operation.selection.any', v: ['Document'] }]
const lockFor = (timeout: number) => client.locks.create('/locked', { timeout })
const uid = async () => String((await client.content.get('/page')).UID)

/** Pairs of a call to this client and a call to the official Plone client. Both calls must return the same result. */
const reads: Readonly<Record<string, readonly [() => Promise<unknown>, () => Promise<unknown>]>> = {
  getContentQuery: [() => client.content.get('/page'), () => official.getContentQuery({ path: '/page' }).queryFn()],
  getSearchQuery: [
    () => first(client.search(words).batches()),
    () => official.getSearchQuery({ query: words }).queryFn(),
  ],
  getQuerystringSearchQuery: [
    async () => {
      const query = encodeURIComponent(JSON.stringify({ query: rows }))
      return (await client.request('GET', '/@querystring-search', { query: { query } })).body
    },
    () => official.getQuerystringSearchQuery({ query: rows }).queryFn(),
  ],
  postQuerystringSearchMutation: [
    () => first(client.querystring.search('/', { query: rows }).batches()),
    () => official.postQuerystringSearchMutation().mutationFn({ data: { query: rows } as never }),
  ],
  getQueryStringQuery: [() => client.querystring.form('/'), () => official.getQueryStringQuery({}).queryFn()],
  getActionsQuery: [
    () => client.components.actions('/page'),
    () => official.getActionsQuery({ path: '/page' }).queryFn(),
  ],
  getBreadcrumbsQuery: [
    () => client.components.breadcrumbs('/folder/inside'),
    () => official.getBreadcrumbsQuery({ path: '/folder/inside' }).queryFn(),
  ],
  getNavigationQuery: [
    () => client.components.navigation('/folder', { 'expand.navigation.depth': 2 }),
    () => official.getNavigationQuery({ path: '/folder', depth: 2 }).queryFn(),
  ],
  getContextNavigationQuery: [
    () => client.components.contextNavigation('/folder/inside'),
    () => official.getContextNavigationQuery({ path: '/folder/inside' }).queryFn(),
  ],
  getNavrootQuery: [
    () => client.components.navroot('/page'),
    () => official.getNavrootQuery({ path: '/page' }).queryFn(),
  ],
  getHistoryQuery: [() => client.history.list('/page'), () => official.getHistoryQuery({ path: '/page' }).queryFn()],
  getHistoryVersionedQuery: [
    () => client.history.version('/page', '0'),
    () => official.getHistoryVersionedQuery({ path: '/page', version: 0 }).queryFn(),
  ],
  getWorkflowQuery: [() => client.workflow.get('/page'), () => official.getWorkflowQuery({ path: '/page' }).queryFn()],
  getLockQuery: [() => client.locks.get('/page'), () => official.getLockQuery({ path: '/page' }).queryFn()],
  getAliasesQuery: [() => client.aliases.list('/page'), () => official.getAliasesQuery({ path: '/page' }).queryFn()],
  getAliasesListQuery: [() => client.aliases.list('/'), () => official.getAliasesListQuery({}).queryFn()],
  getLinkintegrityQuery: [
    async () => client.links.breaches('/', { uids: await uid() }),
    async () => official.getLinkintegrityQuery({ uids: await uid() }).queryFn(),
  ],
  getRelationsListQuery: [() => client.links.relations('/'), () => official.getRelationsListQuery({}).queryFn()],
  getRelationsQuery: [
    () => client.links.relations('/', { relation: 'relatedItems' }),
    () => official.getRelationsQuery({ relation: 'relatedItems' }).queryFn(),
  ],
  getTypesQuery: [() => client.types.list('/'), () => official.getTypesQuery({}).queryFn()],
  getTypeQuery: [
    () => client.types.schema('/', 'Document'),
    () => official.getTypeQuery({ contentPath: 'Document' }).queryFn(),
  ],
  getTypeFieldQuery: [
    () => client.types.field('/', 'Document', 'title'),
    () => official.getTypeFieldQuery({ contentFieldPath: 'Document/title' }).queryFn(),
  ],
  getVocabulariesListQuery: [
    () => client.vocabularies.list('/'),
    () => official.getVocabulariesListQuery({}).queryFn(),
  ],
  getVocabulariesQuery: [
    () => client.vocabularies.get('/', 'plone.app.vocabularies.Roles'),
    () => official.getVocabulariesQuery({ path: 'plone.app.vocabularies.Roles' }).queryFn(),
  ],
  getUsersQuery: [
    () => client.users.list({ search: 'ada' }),
    () => official.getUsersQuery({ search: 'ada' }).queryFn(),
  ],
  getUserQuery: [() => client.users.get('ada'), () => official.getUserQuery({ userId: 'ada' }).queryFn()],
  getUserschemaQuery: [() => client.users.schema(), () => official.getUserschemaQuery({}).queryFn()],
  getRolesQuery: [() => client.roles.list(), () => official.getRolesQuery({}).queryFn()],
  getGroupsQuery: [() => client.groups.list(), () => official.getGroupsQuery({}).queryFn()],
  getGroupQuery: [() => client.groups.get('crew'), () => official.getGroupQuery({ groupId: 'crew' }).queryFn()],
  getPrincipalsQuery: [
    () => client.groups.principals({ search: 'ada' }),
    () => official.getPrincipalsQuery({ search: 'ada' }).queryFn(),
  ],
  getControlpanelsQuery: [() => client.settings.list(), () => official.getControlpanelsQuery({}).queryFn()],
  getControlpanelQuery: [
    () => client.settings.get('site'),
    () => official.getControlpanelQuery({ path: 'site' }).queryFn(),
  ],
  getSiteQuery: [() => client.site.get(), () => official.getSiteQuery({}).queryFn()],
  getSystemQuery: [() => client.system.get(), () => official.getSystemQuery({}).queryFn()],
  getDatabaseQuery: [() => client.system.database(), () => official.getDatabaseQuery({}).queryFn()],
  getTransactionsQuery: [() => client.system.transactions(), () => official.getTransactionsQuery({}).queryFn()],
  getUpgradeQuery: [() => client.system.upgrade(), () => official.getUpgradeQuery({}).queryFn()],
  getAddonsQuery: [() => client.system.addons(), () => official.getAddonsQuery({}).queryFn()],
}

/** Calls that change data, with their expected results. */
const writes: Readonly<Record<string, readonly [() => Promise<unknown>, unknown]>> = {
  loginMutation: [async () => client.login('max', password).then(() => client.token), expect.any(String)],
  createContentMutation: [
    () => client.content.create('/', { '@type': 'Document', title: 'Made' }),
    { id: 'made', title: 'Made' },
  ],
  updateContentMutation: [() => client.content.update('/page', { title: 'Changed' }), { title: 'Changed' }],
  deleteContentMutation: [() => client.content.delete('/removed'), null],
  copyMutation: [() => client.content.copy('/folder', { source: '/page' }), [{ target: expect.any(String) }]],
  moveMutation: [() => client.content.move('/', { source: ['/folder/page'] }), [{ target: expect.any(String) }]],
  createWorkflowMutation: [
    () => client.content.transition('/page', 'publish', { comment: 'Ready' }),
    { action: 'publish', comments: 'Ready', review_state: 'published' },
  ],
  revertHistoryMutation: [() => client.history.revert('/page', { version: 0 }), { message: expect.any(String) }],
  createLockMutation: [() => lockFor(60), { locked: true, timeout: 60 }],
  updateLockMutation: [
    async () => client.locks.refresh('/locked', {}, { lockToken: String((await lockFor(60)).token) }),
    { locked: true },
  ],
  deleteLockMutation: [() => client.locks.delete('/locked', { force: true }), { locked: false }],
  createAliasesMutation: [() => client.aliases.create('/aimed', { items: [{ path: '/before' }] }), null],
  deleteAliasesMutation: [() => client.aliases.delete('/aimed', { items: [{ path: '/before' }] }), null],
  createAliasesMultipleMutation: [
    () => client.aliases.create('/', { items: [{ path: '/a', 'redirect-to': '/aimed' }] }),
    null,
  ],
  createUserMutation: [() => client.users.create(person('eve')), { id: 'eve' }],
  updateUserMutation: [() => client.users.update('ada', { fullname: 'Ada' }), null],
  deleteUserMutation: [() => client.users.delete('bob'), null],
  updatePasswordMutation: [
    async () => {
      const own = createClient({ baseUrl: (await client.content.get('/'))['@id'] })
      await own.login('cyd', password)
      return own.users.resetPassword('cyd', { old_password: password, new_password: 'Secret-password-2' })
    },
    null,
  ],
  createGroupMutation: [() => client.groups.create({ groupname: 'new' }), { id: 'new' }],
  updateGroupMutation: [() => client.groups.update('crew', { title: 'Crew' }), null],
  deleteGroupMutation: [() => client.groups.delete('club'), null],
  updateControlpanelMutation: [() => client.settings.update('site', { site_title: 'Tides' }), null],
}

/** Calls that the service refuses, with the expected status and error type. */
const refusals: Readonly<Record<string, readonly [() => Promise<unknown>, number, string]>> = {
  resetPasswordMutation: [() => client.users.resetPassword('dan', {}), 400, 'BadRequest'],
  resetPasswordWithTokenMutation: [
    () => client.users.resetPassword('dan', { reset_token: 'x', new_password: 'Secret-password-2' }),
    403,
    'Unknown Token',
  ],
}

const notFound = (method: string, path: string) => [method, path] as const

/** Calls to endpoints that do not exist in Plenum (docs/differences.md). */
const missing: Readonly<Record<string, readonly [method: string, path: string]>> = {
  getAddonQuery: notFound('GET', '/@addons/plone.session'),
  installAddonMutation: notFound('POST', '/@addons/plone.session/install'),
  installProfileAddonMutation: notFound('POST', '/@addons/plone.session/import/profile'),
  uninstallAddonMutation: notFound('POST', '/@addons/plone.session/uninstall'),
  upgradeAddonMutation: notFound('POST', '/@addons/plone.session/upgrade'),
  runUpgradeMutation: notFound('POST', '/@upgrade'),
  revertTransactionsMutation: notFound('PATCH', '/@transactions'),
  getRegistriesQuery: notFound('GET', '/@registry'),
  getRegistryQuery: notFound('GET', '/@registry/plone.app.querystring'),
  updateRegistryMutation: notFound('PATCH', '/@registry'),
  getCommentsQuery: notFound('GET', '/page/@comments'),
  createCommentMutation: notFound('POST', '/page/@comments'),
  updateCommentMutation: notFound('PATCH', '/page/@comments/1'),
  deleteCommentMutation: notFound('DELETE', '/page/@comments/1'),
  emailNotificationMutation: notFound('POST', '/@email-notification'),
  emailSendMutation: notFound('POST', '/@email-send'),
  getTranslationQuery: notFound('GET', '/page/@translations'),
  linkTranslationMutation: notFound('POST', '/page/@translations'),
  unlinkTranslationMutation: notFound('DELETE', '/page/@translations'),
  getRulesQuery: notFound('GET', '/page/@content-rules'),
  createRuleMutation: notFound('POST', '/page/@content-rules/rule-1'),
  updateRulesMutation: notFound('PATCH', '/page/@content-rules'),
  deleteRulesMutation: notFound('DELETE', '/page/@content-rules'),
  getWorkingcopyQuery: notFound('GET', '/page/@workingcopy'),
  createWorkingcopyMutation: notFound('POST', '/page/@workingcopy'),
  checkInWorkingcopyMutation: notFound('PATCH', '/page/@workingcopy'),
  deleteWorkingcopyMutation: notFound('DELETE', '/page/@workingcopy'),
  getSourceQuery: notFound('GET', '/page/@sources/field'),
  getQuerysourceQuery: notFound('GET', '/page/@querysources/field'),
  createRelationsMutation: notFound('POST', '/@relations'),
  deleteRelationsMutation: notFound('DELETE', '/@relations'),
  fixRelationsMutation: notFound('POST', '/@relations/rebuild'),
  createTypeFieldMutation: notFound('POST', '/@types/Document'),
  updateTypeFieldMutation: notFound('PATCH', '/@types/Document/title'),
  createControlpanelMutation: notFound('POST', '/@controlpanels/dexterity-types'),
  deleteControlpanelMutation: notFound('DELETE', '/@controlpanels/dexterity-types/Document'),
}

describe('each call of the official client has an equivalent', () => {
  it('without exception', () => {
    const names = Object.keys(official).filter(name => /(?:Query|Mutation)$/.test(name))
    const equivalents = Object.keys({ ...reads, ...writes, ...refusals, ...missing })
    expect(equivalents.toSorted()).toEqual(names.toSorted())
  })

  it.each(Object.keys(reads))('%s returns the same', async name => {
    const [ours, theirs] = reads[name] ?? []
    const [body, expected] = [await ours?.(), await theirs?.()]
    expect(body).toBeTruthy()
    expect(body).toEqual(expected)
  })

  it.each(Object.entries(writes))('%s', async (_, [run, expected]) => {
    const result = await run()
    if (typeof expected === 'object' && expected !== null && !('asymmetricMatch' in expected))
      expect(result).toMatchObject(expected)
    else expect(result).toEqual(expected)
  })

  it.each(Object.entries(refusals))('%s is refused', async (_, [run, status, type]) => {
    await expect(run()).rejects.toMatchObject({ name: 'ApiError', status, type })
  })

  it.each(Object.entries(missing))('%s has no endpoint', async (_, [method, path]) => {
    const refusal = await client.request(method, path).catch(error => error)
    expect(refusal).toBeInstanceOf(ApiError)
    expect(refusal).toMatchObject({ status: 404, type: 'NotFound' })
  })
})

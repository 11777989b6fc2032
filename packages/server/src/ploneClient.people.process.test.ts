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
})

afterAll(programs.close)

const at = (address: string) => server.url + address

const notFound = [404, 'NotFound']
const unauthorized = [401, 'Unauthorized']

const addUser = (username: string, roles = ['Member']) => {
  const data = { username, email: `${username}@example.org`, fullname: `${username} Test`, password, roles }
  return client.createUserMutation().mutationFn({ data })
}
const user = (userId: string, as = client) => as.getUserQuery({ userId }).queryFn()

async function logIn(username: string, secret = password): Promise<PloneClient> {
  const own = PloneClient.initialize({ apiPath: server.url })
  await own.login({ username, password: secret })
  return own
}

describe("the client's users", () => {
  it('are added, listed and found', async () => {
    expect(await addUser('ada')).toMatchObject({ '@id': at('/@users/ada'), id: 'ada', roles: ['Member'] })
    await addUser('bob')
    expect(await user('ada')).toMatchObject({ username: 'ada', fullname: 'ada Test', email: 'ada@example.org' })
    const listed = async (query: object) => {
      const answer = await client.getUsersQuery(query).queryFn()
      return (Array.isArray(answer) ? answer : answer.items).map(({ id }: { id: string }) => id)
    }
    expect(await listed({})).toEqual(expect.arrayContaining(['ada', 'admin', 'bob']))
    expect(await listed({ search: 'bob' })).toEqual(['bob'])
    expect(await listed({ query: 'ada', limit: 1 })).toEqual(['ada'])
    expect(await listed({ groupsFilter: ['Administrators'] })).toEqual([])
  })

  it('read themselves, but no other users', async () => {
    await addUser('cyd')
    const cyd = await logIn('cyd')
    expect(await user('cyd', cyd)).toMatchObject({ id: 'cyd' })
    expect(await refusalOf(user('admin', cyd))).toEqual(unauthorized)
    expect(await refusalOf(cyd.getUsersQuery({}).queryFn())).toEqual(unauthorized)
    expect(await refusalOf(user('cyd', visitor))).toEqual(unauthorized)
    expect(await refusalOf(user('nobody'))).toEqual(notFound)
    expect(await refusalOf(addUser('cyd'))).toEqual([400, 'MissingParameterError'])
    const own = visitor
      .createUserMutation()
      .mutationFn({ data: { username: 'eve', email: 'eve@example.org', password } })
    expect(await refusalOf(own)).toEqual(unauthorized)
  })

  it('are changed, even by themselves, and removed', async () => {
    await addUser('dan')
    const dan = await logIn('dan')
    const update = (as: PloneClient, data: object, userId = 'dan') =>
      as.updateUserMutation().mutationFn({ userId, data })
    expect(await update(dan, { fullname: 'Dan D.', location: 'Kiel' })).toBe('')
    expect(await update(client, { description: 'Sails' })).toBe('')
    expect(await user('dan')).toMatchObject({ fullname: 'Dan D.', location: 'Kiel', description: 'Sails' })
    expect(await refusalOf(update(dan, { fullname: 'x' }, 'admin'))).toEqual([403, 'Forbidden'])
    expect(await refusalOf(update(visitor, { fullname: 'x' }))).toEqual(unauthorized)
    expect(await refusalOf(update(client, { fullname: 'x' }, 'nobody'))).toEqual(notFound)
    const remove = (as: PloneClient) => as.deleteUserMutation().mutationFn({ userId: 'dan' })
    expect(await refusalOf(remove(visitor))).toEqual(unauthorized)
    expect(await remove(client)).toBe('')
    expect(await refusalOf(user('dan'))).toEqual(notFound)
    expect(await refusalOf(logIn('dan'))).toEqual([401, 'Invalid credentials'])
  })

  it('change their password', async () => {
    await addUser('ewa')
    const ewa = await logIn('ewa')
    const renew = (old_password: string, as = ewa) =>
      as
        .updatePasswordMutation()
        .mutationFn({ userId: 'ewa', data: { old_password, new_password: 'Other-password-1' } })
    expect(await refusalOf(renew('wrong'))).toEqual([403, 'Wrong password'])
    expect(await refusalOf(renew(password, visitor))).toEqual(unauthorized)
    expect(await refusalOf(renew(password, client))).toEqual([403, 'Forbidden'])
    expect(await refusalOf(visitor.resetPasswordMutation().mutationFn({ userId: 'ewa' }))).toEqual([400, 'BadRequest'])
    const data = { reset_token: 'none', new_password: 'Other-password-1' }
    const token = visitor.resetPasswordWithTokenMutation().mutationFn({ userId: 'ewa', data })
    expect(await refusalOf(token)).toEqual([403, expect.any(String)])
    expect(await renew(password)).toBeFalsy()
    expect(await refusalOf(logIn('ewa'))).toEqual([401, 'Invalid credentials'])
    expect(await user('ewa', await logIn('ewa', 'Other-password-1'))).toMatchObject({ id: 'ewa' })
  })
})

describe("the client's groups and roles", () => {
  it('are listed', async () => {
    const groups = await client.getGroupsQuery({}).queryFn()
    const idsOf = (listed: { id: string }[]) => listed.map(({ id }) => id)
    expect(idsOf(groups)).toEqual(expect.arrayContaining(['Administrators', 'Reviewers', 'AuthenticatedUsers']))
    const roles = await client.getRolesQuery({}).queryFn()
    expect(idsOf(roles)).toEqual(expect.arrayContaining(['Contributor', 'Editor', 'Manager', 'Member', 'Reader']))
    expect(await refusalOf(visitor.getGroupsQuery({}).queryFn())).toEqual(unauthorized)
    expect(await refusalOf(visitor.getRolesQuery({}).queryFn())).toEqual(unauthorized)
  })

  it('are added, read, changed and removed', async () => {
    await addUser('fay')
    const data = { groupname: 'sailors', title: 'Sailors', roles: ['Editor'], users: ['fay'] }
    const group = () => client.getGroupQuery({ groupId: 'sailors' }).queryFn()
    expect(await client.createGroupMutation().mutationFn({ data })).toMatchObject({ '@id': at('/@groups/sailors') })
    expect(await group()).toMatchObject({ title: 'Sailors', members: { items: ['fay'] } })
    const update = (groupId: string) => client.updateGroupMutation().mutationFn({ groupId, data: { title: 'Crew' } })
    expect(await update('sailors')).toBe('')
    expect(await group()).toMatchObject({ title: 'Crew' })
    const matches = await client.getPrincipalsQuery({ search: 'sailors' }).queryFn()
    expect(matches).toMatchObject({ groups: [{ id: 'sailors' }], users: [] })
    expect(await refusalOf(visitor.getPrincipalsQuery({ search: 'a' }).queryFn())).toEqual(unauthorized)
    expect(await refusalOf(visitor.createGroupMutation().mutationFn({ data }))).toEqual(unauthorized)
    expect(await client.deleteGroupMutation().mutationFn({ groupId: 'sailors' })).toBe('')
    expect(await refusalOf(group())).toEqual(notFound)
  })
})

describe("the client's settings", () => {
  it('are public as far as front ends need them', async () => {
    expect(await visitor.getSiteQuery({}).queryFn()).toMatchObject({
      'plone.site_title': 'Site',
      'plone.default_language': 'en',
      features: { multilingual: false },
    })
    const form = await visitor.getUserschemaQuery({}).queryFn()
    expect(form).toMatchObject({ required: ['email'], properties: { email: {}, fullname: {} } })
  })

  it('are read and changed in control panels', async () => {
    const panels = await client.getControlpanelsQuery({}).queryFn()
    expect(panels).toContainEqual(expect.objectContaining({ '@id': at('/@controlpanels/site') }))
    const update = (path: string, data: object) => client.updateControlpanelMutation().mutationFn({ path, data })
    expect(await update('site', { site_title: 'Tides' })).toBe('')
    expect(await client.getControlpanelQuery({ path: 'site' }).queryFn()).toMatchObject({
      data: { site_title: 'Tides' },
    })
    expect(await visitor.getSiteQuery({}).queryFn()).toMatchObject({ 'plone.site_title': 'Tides' })
    expect(await refusalOf(client.getControlpanelQuery({ path: 'nothing' }).queryFn())).toEqual(notFound)
    expect(await refusalOf(update('nothing', {}))).toEqual(notFound)
    expect(await refusalOf(visitor.getControlpanelsQuery({}).queryFn())).toEqual(unauthorized)
  })

  it('include details of the service for site managers', async () => {
    expect(await client.getAddonsQuery({}).queryFn()).toMatchObject({ items: [] })
    expect(await client.getTransactionsQuery({}).queryFn()).toEqual([])
    expect(await client.getSystemQuery({}).queryFn()).toMatchObject({ '@id': at('/@system') })
    expect(await client.getDatabaseQuery({}).queryFn()).toMatchObject({ '@id': at('/@database') })
    expect(await client.getUpgradeQuery({}).queryFn()).toMatchObject({ '@id': at('/@upgrade') })
    for (const query of [
      visitor.getAddonsQuery,
      visitor.getTransactionsQuery,
      visitor.getSystemQuery,
      visitor.getDatabaseQuery,
      visitor.getUpgradeQuery,
    ])
      expect(await refusalOf(query({}).queryFn())).toEqual(unauthorized)
  })
})

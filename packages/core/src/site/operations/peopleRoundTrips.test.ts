import { createTestSite } from '@plenum/testkit'
import type { JsonObject } from '../../foundation/json.js'

async function siteWithGroup() {
  const site = await createTestSite()
  const asMax = { as: 'max' } as const
  const addGroup = (body: JsonObject) => site.run('addGroup', '/', { ...asMax, input: body })
  await addGroup({ groupname: 'crew', title: 'Crew', roles: ['Editor'], users: ['mia'] })
  const groups = async () => (await site.run('listGroups', '/', { ...asMax, input: {} })) as readonly JsonObject[]
  const user = async (id: string) => (await site.run('getUser', '/', { ...asMax, input: { id } })) as JsonObject
  const editGroup = (id: string, body: JsonObject) => site.run('editGroup', '/', { ...asMax, input: { id, body } })
  const editUser = (id: string, body: JsonObject) => site.run('editUser', '/', { ...asMax, input: { id, body } })
  return { ...site, addGroup, groups, user, editGroup, editUser }
}

describe('people (docs/content-and-access.md, Groups and Users)', () => {
  it('can be sent back unchanged, without any effect', async () => {
    const { groups, user, editGroup, editUser } = await siteWithGroup()
    const before = await groups()
    for (const group of before) await editGroup(String(group.id), group)
    expect(await groups()).toEqual(before)
    const mia = await user('mia')
    expect(mia.roles).toEqual(['Editor', 'Member'])
    await editUser('mia', mia)
    await editGroup('crew', { users: { mia: false } })
    expect((await user('mia')).roles).toEqual(['Member'])
  })

  it('have their roles replaced by a list', async () => {
    const { user, editUser } = await siteWithGroup()
    await editUser('rex', { roles: ['Reader', 'Authenticated'] })
    expect((await user('rex')).roles).toEqual(['Reader'])
  })

  it('refuse a change of the group of everybody', async () => {
    const { editGroup } = await siteWithGroup()
    const bodies: readonly JsonObject[] = [{ title: 'All' }, { roles: ['Editor'] }, { users: { mia: true } }]
    for (const body of bodies)
      await expect(editGroup('AuthenticatedUsers', body)).rejects.toMatchObject({ code: 'bad-request' })
  })
})

describe('a new group (docs/content-and-access.md, Groups, rule 2)', () => {
  it('contains the groups that it names, and gives their members its roles', async () => {
    const { addGroup, groups, user } = await siteWithGroup()
    await addGroup({ groupname: 'all', roles: ['Reader'], groups: ['crew'] })
    const all = (await groups()).find(({ id }) => id === 'all')
    expect(all).toMatchObject({ groups: [], members: { items: ['crew'] } })
    expect((await user('mia')).roles).toEqual(['Editor', 'Member', 'Reader'])
  })

  it('gains no roles of the groups that it names', async () => {
    const { addGroup, user } = await siteWithGroup()
    await addGroup({ groupname: 'fans', users: ['rea'], groups: ['Administrators'] })
    expect((await user('rea')).roles).toEqual(['Member', 'Reader'])
  })

  it.each(['nobody', 'AuthenticatedUsers'])('is refused with the member group %s', async id => {
    const { addGroup } = await siteWithGroup()
    await expect(addGroup({ groupname: 'x', groups: [id] })).rejects.toMatchObject({ code: 'bad-request' })
  })
})

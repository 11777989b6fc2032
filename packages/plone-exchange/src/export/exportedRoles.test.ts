import { buildNode } from '@plenum/testkit'
import { exportedRoles, ownersOf } from './exportedRoles.js'

const nodeWith = (more: Parameters<typeof buildNode>[1]) => buildNode('/a', { creator: 'ada', ...more })

describe('the roles of an object in an export', () => {
  it.each<[string, Parameters<typeof buildNode>[1], ReturnType<typeof exportedRoles>]>([
    ['name the creator as the owner of what nobody owns', { localRoles: {} }, { local_roles: { ada: ['Owner'] } }],
    ['name nobody where there is no creator', { creator: '', localRoles: {} }, {}],
    [
      'keep the owner that there is',
      { localRoles: { 'user:bo': ['Owner'], 'group:all': ['Reader'] } },
      { local_roles: { bo: ['Owner'], all: ['Reader'] } },
    ],
    [
      'join those of a user and a group with one id, each role once',
      { localRoles: { 'user:x': ['Owner', 'Reader'], 'group:x': ['Reader', 'Editor'] } },
      { local_roles: { x: ['Owner', 'Reader', 'Editor'] } },
    ],
    [
      'say that those of containers do not count',
      { localRoles: {}, blockLocalRoles: true },
      { local_roles: { ada: ['Owner'] }, block: 1 },
    ],
  ])('%s', (_, more, roles) => {
    expect(exportedRoles(nodeWith(more))).toEqual(roles)
  })

  it('have the ids of all owners', () => {
    const localRoles = { 'user:bo': ['Owner'], 'user:a:b': ['Owner'], 'user:cy': ['Editor'] }
    expect(ownersOf(nodeWith({ localRoles }))).toEqual(['bo', 'a:b'])
  })
})

import { buildNode } from '@plenum/testkit'
import { exportedRoles, ownersOf } from './exportedRoles.js'

const nodeWith = (more: Parameters<typeof buildNode>[1]) => buildNode('/a', { creator: 'ada', ...more })

describe('the roles of an object in an export', () => {
  it.each<[string, Parameters<typeof buildNode>[1], ReturnType<typeof exportedRoles>]>([
    ['name the creator as owner if nobody is', { localRoles: {} }, { local_roles: { ada: ['Owner'] } }],
    ['name no owner if there is no creator', { creator: '', localRoles: {} }, {}],
    [
      'keep an existing owner',
      { localRoles: { 'user:bo': ['Owner'], 'group:all': ['Reader'] } },
      { local_roles: { bo: ['Owner'], all: ['Reader'] } },
    ],
    [
      'merge those of a user and a group with the same id, without duplicates',
      { localRoles: { 'user:x': ['Owner', 'Reader'], 'group:x': ['Reader', 'Editor'] } },
      { local_roles: { x: ['Owner', 'Reader', 'Editor'] } },
    ],
    [
      'state that inherited roles are blocked',
      { localRoles: {}, blockLocalRoles: true },
      { local_roles: { ada: ['Owner'] }, block: 1 },
    ],
  ])('%s', (_, more, roles) => {
    expect(exportedRoles(nodeWith(more))).toEqual(roles)
  })

  it('include the ids of all owners', () => {
    const localRoles = { 'user:bo': ['Owner'], 'user:a:b': ['Owner'], 'user:cy': ['Editor'] }
    expect(ownersOf(nodeWith({ localRoles }))).toEqual(['bo', 'a:b'])
  })
})

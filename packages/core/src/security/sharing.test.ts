import fc from 'fast-check'
import type { RoleSetting } from '../answers/sharing.js'
import { type Protected, stockPermissions } from './permissions.js'
import {
  inheritRoles,
  roleSettings,
  type SharingChange,
  shareWith,
  sharingPrincipals,
  sharingRoles,
} from './sharing.js'

const all = sharingRoles.map(({ id }) => id)

function place(localRoles: Protected['localRoles'] = {}, blockLocalRoles = false): Protected {
  return { permissions: {}, localRoles, blockLocalRoles }
}

const wish = (principal: string, roles: Record<string, RoleSetting>): SharingChange => ({
  principal,
  roles: new Map(Object.entries(roles)),
})

describe('the roles that may be shared', () => {
  it('are four roles with a title and a permission for each role', () => {
    expect(sharingRoles.map(({ id, title }) => [id, title])).toEqual([
      ['Contributor', 'Can add'],
      ['Editor', 'Can edit'],
      ['Reader', 'Can view'],
      ['Reviewer', 'Can review'],
    ])
    expect(sharingRoles.map(role => role.permission)).toEqual(all.map(id => `Sharing page: Delegate ${id} role`))
    expect(sharingRoles.every(role => stockPermissions[role.permission])).toBe(true)
  })
})

describe('the listed principals', () => {
  it('are all logged-in users, then holders of a role that the caller may grant, here or above', () => {
    const lineage = [place({ 'user:top': ['Editor'] }), place({ 'user:ada': ['Reader'], 'user:own': ['Owner'] })]
    expect(sharingPrincipals(lineage, all)).toEqual(['group:AuthenticatedUsers', 'user:ada', 'user:top'])
    expect(sharingPrincipals(lineage, ['Reader'])).toEqual(['group:AuthenticatedUsers', 'user:ada'])
    expect(sharingPrincipals([], all)).toEqual(['group:AuthenticatedUsers'])
  })

  it('are listed once, even with roles on several objects', () => {
    const lineage = [place({ 'user:ada': ['Editor'] }), place({ 'user:ada': ['Reader'] })]
    expect(sharingPrincipals(lineage, all)).toEqual(['group:AuthenticatedUsers', 'user:ada'])
  })

  it('exclude those above an object that blocks roles', () => {
    const [top, middle] = [place({ 'user:top': ['Editor'] }), place({ 'user:mid': ['Reader'] }, true)]
    expect(sharingPrincipals([top, middle, place()], all)).toEqual(['group:AuthenticatedUsers', 'user:mid'])
    expect(sharingPrincipals([top, place({}, true)], all)).toEqual(['group:AuthenticatedUsers'])
  })
})

describe('the setting of a role', () => {
  const lineage = [place({ 'user:ada': ['Editor', 'Reader'] }), place({ 'user:ada': ['Reader', 'Reviewer'] })]
  const settings = (globalRoles: readonly string[] = [], of = lineage) =>
    roleSettings('user:ada', of, { roles: all, globalRoles })

  it('is true if it is granted here, acquired if granted in a container, and false otherwise', () => {
    expect(settings()).toEqual({ Contributor: false, Editor: 'acquired', Reader: 'acquired', Reviewer: true })
  })

  it('is global if the whole site grants it', () => {
    expect(settings(['Contributor', 'Reader', 'Reviewer', 'Manager'])).toEqual({
      Contributor: 'global',
      Editor: 'acquired',
      Reader: 'global',
      Reviewer: 'global',
    })
  })

  it('is not acquired if the roles of containers are blocked', () => {
    expect(settings([], [...lineage.slice(0, 1), place({ 'user:ada': ['Reader'] }, true)])).toEqual({
      Contributor: false,
      Editor: false,
      Reader: true,
      Reviewer: false,
    })
  })

  it('is independent of other principals', () => {
    const others = [place({ 'user:bob': ['Editor'], 'group:ada': ['Reader'] })]
    expect(Object.values(settings([], others))).toEqual([false, false, false, false])
  })
})

describe('sharing', () => {
  it('grants the roles that are true and revokes those that are false or missing', () => {
    const before = place({ 'user:ada': ['Editor', 'Reader'] })
    const after = shareWith(before, [wish('user:ada', { Editor: false, Reviewer: true })], all)
    expect(after.localRoles).toEqual({ 'user:ada': ['Reviewer'] })
  })

  it('preserves roles granted here if the entry contains their origin', () => {
    const before = place({ 'user:ada': ['Editor'] })
    const wishes = [wish('user:ada', { Editor: 'acquired', Reader: 'global' })]
    expect(shareWith(before, wishes, all).localRoles).toEqual({ 'user:ada': ['Editor'] })
  })

  it('removes principals without roles', () => {
    const before = place({ 'user:ada': ['Reader'], 'user:bob': ['Owner'] })
    expect(shareWith(before, [wish('user:ada', {})], all).localRoles).toEqual({ 'user:bob': ['Owner'] })
  })

  it('does not change principals that are not listed', () => {
    const before = place({ 'user:ada': ['Reader'] })
    expect(shareWith(before, [], all)).toEqual(before)
  })

  it('does not change roles that may not be delegated, and never Owner', () => {
    const roles = fc.subarray([...all, 'Owner', 'Manager', 'constructor', '__proto__'])
    const wanted = fc.array(
      fc.tuple(
        fc.constantFrom('user:ada', 'user:bob', 'group:staff'),
        fc.dictionary(
          fc.constantFrom(...all, 'Owner', 'Manager', '__proto__'),
          fc.constantFrom<RoleSetting>(true, false, 'global', 'acquired'),
        ),
      ),
      { maxLength: 4 },
    )
    const arbitraryRoles = fc.dictionary(fc.constantFrom('user:ada', 'user:bob', 'group:staff'), roles)
    fc.assert(
      fc.property(arbitraryRoles, wanted, fc.subarray(all), (localRoles, wishes, delegable) => {
        const after = shareWith(
          place(localRoles),
          wishes.map(([name, values]) => wish(name, values)),
          delegable,
        )
        for (const principal of ['user:ada', 'user:bob', 'group:staff']) {
          const others = (grants: Protected['localRoles']) =>
            (grants[principal] ?? []).filter(role => !delegable.includes(role))
          expect(others(after.localRoles)).toEqual(others(localRoles))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('grants exactly the requested roles, and is idempotent', () => {
    fc.assert(
      fc.property(fc.subarray(all), fc.dictionary(fc.constantFrom(...all), fc.boolean()), (current, wanted) => {
        const wishes = [wish('user:ada', wanted)]
        const once = shareWith(place({ 'user:ada': current }), wishes, all)
        expect([...(once.localRoles['user:ada'] ?? [])].sort()).toEqual(all.filter(role => wanted[role]).sort())
        expect(shareWith(once, wishes, all)).toEqual(once)
      }),
    )
  })
})

describe('blocking the roles of containers', () => {
  it('makes the sharing user a Reader, in addition to existing roles', () => {
    expect(inheritRoles(place(), false, 'user:ada')).toEqual(place({ 'user:ada': ['Reader'] }, true))
    expect(inheritRoles(place({ 'user:ada': ['Owner'] }), false, 'user:ada').localRoles).toEqual({
      'user:ada': ['Owner', 'Reader'],
    })
    expect(inheritRoles(place({ 'user:ada': ['Reader'] }), false, 'user:ada').localRoles).toEqual({
      'user:ada': ['Reader'],
    })
  })

  it('is undone without changing roles', () => {
    const blocked = place({ 'user:ada': ['Reader'] }, true)
    expect(inheritRoles(blocked, true, 'user:ada')).toEqual(place({ 'user:ada': ['Reader'] }))
  })

  it('changes nothing if they are blocked already', () => {
    const [open, blocked] = [place(), place({}, true)]
    expect(inheritRoles(open, true, 'user:ada')).toBe(open)
    expect(inheritRoles(blocked, false, 'user:ada')).toBe(blocked)
  })
})

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
  it('are four, by id, each with a title and a permission of its own', () => {
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

describe('who is listed', () => {
  it('is everybody who is logged in, then holders of a role that the caller may give, here or above', () => {
    const lineage = [place({ 'user:top': ['Editor'] }), place({ 'user:ada': ['Reader'], 'user:own': ['Owner'] })]
    expect(sharingPrincipals(lineage, all)).toEqual(['group:AuthenticatedUsers', 'user:ada', 'user:top'])
    expect(sharingPrincipals(lineage, ['Reader'])).toEqual(['group:AuthenticatedUsers', 'user:ada'])
    expect(sharingPrincipals([], all)).toEqual(['group:AuthenticatedUsers'])
  })

  it('is each once, though roles were given in several places', () => {
    const lineage = [place({ 'user:ada': ['Editor'] }), place({ 'user:ada': ['Reader'] })]
    expect(sharingPrincipals(lineage, all)).toEqual(['group:AuthenticatedUsers', 'user:ada'])
  })

  it('is nobody from above a place that blocks', () => {
    const [top, middle] = [place({ 'user:top': ['Editor'] }), place({ 'user:mid': ['Reader'] }, true)]
    expect(sharingPrincipals([top, middle, place()], all)).toEqual(['group:AuthenticatedUsers', 'user:mid'])
    expect(sharingPrincipals([top, place({}, true)], all)).toEqual(['group:AuthenticatedUsers'])
  })
})

describe('what somebody has of a role', () => {
  const lineage = [place({ 'user:ada': ['Editor', 'Reader'] }), place({ 'user:ada': ['Reader', 'Reviewer'] })]
  const settings = (globalRoles: readonly string[] = [], of = lineage) =>
    roleSettings('user:ada', of, { roles: all, globalRoles })

  it('is true where it was given here, acquired from a container, false where not at all', () => {
    expect(settings()).toEqual({ Contributor: false, Editor: 'acquired', Reader: 'acquired', Reviewer: true })
  })

  it('is global where the whole site gives it, whatever else does', () => {
    expect(settings(['Contributor', 'Reader', 'Reviewer', 'Manager'])).toEqual({
      Contributor: 'global',
      Editor: 'acquired',
      Reader: 'global',
      Reviewer: 'global',
    })
  })

  it('is not acquired where the roles of containers are blocked', () => {
    expect(settings([], [...lineage.slice(0, 1), place({ 'user:ada': ['Reader'] }, true)])).toEqual({
      Contributor: false,
      Editor: false,
      Reader: true,
      Reviewer: false,
    })
  })

  it('is not that of somebody else', () => {
    const others = [place({ 'user:bob': ['Editor'], 'group:ada': ['Reader'] })]
    expect(Object.values(settings([], others))).toEqual([false, false, false, false])
  })
})

describe('sharing', () => {
  it('gives the roles that are true and takes those that are false or missing', () => {
    const before = place({ 'user:ada': ['Editor', 'Reader'] })
    const after = shareWith(before, [wish('user:ada', { Editor: false, Reviewer: true })], all)
    expect(after.localRoles).toEqual({ 'user:ada': ['Reviewer'] })
  })

  it('leaves what was given here where the origin of a role stands', () => {
    const before = place({ 'user:ada': ['Editor'] })
    const wishes = [wish('user:ada', { Editor: 'acquired', Reader: 'global' })]
    expect(shareWith(before, wishes, all).localRoles).toEqual({ 'user:ada': ['Editor'] })
  })

  it('leaves nobody behind who has no role', () => {
    const before = place({ 'user:ada': ['Reader'], 'user:bob': ['Owner'] })
    expect(shareWith(before, [wish('user:ada', {})], all).localRoles).toEqual({ 'user:bob': ['Owner'] })
  })

  it('touches nobody who is not named', () => {
    const before = place({ 'user:ada': ['Reader'] })
    expect(shareWith(before, [], all)).toEqual(before)
  })

  it('touches no role that may not be delegated, Owner never', () => {
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
    const held = fc.dictionary(fc.constantFrom('user:ada', 'user:bob', 'group:staff'), roles)
    fc.assert(
      fc.property(held, wanted, fc.subarray(all), (localRoles, wishes, delegable) => {
        const after = shareWith(
          place(localRoles),
          wishes.map(([name, given]) => wish(name, given)),
          delegable,
        )
        for (const principal of ['user:ada', 'user:bob', 'group:staff']) {
          const others = (given: Protected['localRoles']) =>
            (given[principal] ?? []).filter(role => !delegable.includes(role))
          expect(others(after.localRoles)).toEqual(others(localRoles))
        }
      }),
      { numRuns: 500 },
    )
  })

  it('grants exactly the requested roles, and is idempotent', () => {
    fc.assert(
      fc.property(fc.subarray(all), fc.dictionary(fc.constantFrom(...all), fc.boolean()), (held, wanted) => {
        const wishes = [wish('user:ada', wanted)]
        const once = shareWith(place({ 'user:ada': held }), wishes, all)
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

  it('is undone without touching roles', () => {
    const blocked = place({ 'user:ada': ['Reader'] }, true)
    expect(inheritRoles(blocked, true, 'user:ada')).toEqual(place({ 'user:ada': ['Reader'] }))
  })

  it('changes nothing where it is so already', () => {
    const [open, blocked] = [place(), place({}, true)]
    expect(inheritRoles(open, true, 'user:ada')).toBe(open)
    expect(inheritRoles(blocked, false, 'user:ada')).toBe(blocked)
  })
})

import type { JsonObject, JsonValue } from '../foundation/json.js'
import { readSharing } from './sharing.js'

const entry = { id: 'ada', roles: { Reader: true } }

function problemOf(body: JsonObject): string | undefined {
  const read = readSharing(body)
  return read.ok ? undefined : read.reason.id
}

describe('the body of a sharing request', () => {
  it('has entries, inherit, both or neither', () => {
    expect(readSharing({})).toEqual({ ok: true, entries: [], inherit: null })
    expect(readSharing({ inherit: false, other: 1 })).toEqual({ ok: true, entries: [], inherit: false })
    expect(readSharing({ entries: [entry, { id: 'staff', type: 'group', roles: {} }], inherit: true })).toEqual({
      ok: true,
      inherit: true,
      entries: [
        { id: 'ada', type: null, roles: new Map([['Reader', true]]) },
        { id: 'staff', type: 'group', roles: new Map() },
      ],
    })
  })

  it('may include the origin of roles, as it was listed', () => {
    const roles = { Reader: 'global', Editor: 'acquired', Reviewer: false } as const
    expect(readSharing({ entries: [{ id: 'ada', type: 'user', roles }] })).toMatchObject({
      entries: [{ roles: new Map(Object.entries(roles)) }],
    })
  })

  it.each<[JsonValue]>([[null], [{}], ['x'], [5], [Array(1001).fill(entry)]])('rejects entries of %j', entries => {
    expect(problemOf({ entries })).toBe('sharing.entries')
  })

  it.each<[JsonValue]>([
    [null],
    ['ada'],
    [{}],
    [{ roles: {} }],
    [{ id: '', roles: {} }],
    [{ id: 5, roles: {} }],
    [{ id: 'ada' }],
    [{ id: 'ada', roles: null }],
    [{ id: 'ada', roles: ['Reader'] }],
    [{ id: 'ada', roles: { Reader: 'yes' } }],
    [{ id: 'ada', roles: { Reader: 1 } }],
    [{ id: 'ada', roles: { Reader: null } }],
    [{ id: 'ada', type: 'robot', roles: {} }],
    [{ id: 'ada', type: 5, roles: {} }],
  ])('rejects the entry %j with its position', bad => {
    expect(readSharing({ entries: [entry, bad] })).toEqual({
      ok: false,
      reason: { id: 'sharing.entry', values: { number: 2 } },
    })
  })

  it.each<[JsonValue]>([['false'], [0], [{}]])('rejects inherit of %j', inherit => {
    expect(problemOf({ inherit })).toBe('sharing.inherit')
  })
})

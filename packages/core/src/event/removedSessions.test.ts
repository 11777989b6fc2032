import { addPublished, createTestSite } from '@plenum/testkit'
import type { ContentNode } from '../content/node/node.js'
import { type RemovedSession, removedSessionsField, removedSessionsIn, withRemovedSessions } from './removedSessions.js'

const session = (n: number): RemovedSession => ({
  ...{ uid: `u${n}`, shortName: `s${n}`, sequence: n, created: 1, removed: 2 },
  withdrawal: { start: 3, end: 4, rooms: [], presenters: ['p'] },
})

const event = { uid: 'e', path: '/e', fields: {} } as unknown as ContentNode

describe('the removed sessions of an event (docs/schedule.md, Cancelled sessions)', () => {
  it('are at most 1,000, and only the last removal of each session', () => {
    const many = withRemovedSessions(
      event,
      Array.from({ length: 1200 }, (_, i) => session(i)),
    )
    expect(removedSessionsIn(many).map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 1000 }, (_, i) => i + 200),
    )
    const again = removedSessionsIn(withRemovedSessions(many, [{ ...session(300), sequence: 9 }]))
    expect(again).toHaveLength(1000)
    expect(again.at(-1)).toEqual({ ...session(300), sequence: 9 })
  })

  it('are empty in a copy of the event, and if the stored value is damaged', () => {
    const stored = withRemovedSessions(event, [session(1)])
    expect(removedSessionsIn({ ...stored, uid: 'copy' })).toEqual([])
    const damaged = { event: 'e', items: [null, { uid: 'u' }] }
    expect(removedSessionsIn({ ...event, fields: { [removedSessionsField.name]: damaged } })).toEqual([])
  })

  it('change the revision of the event, but not its modification date', async () => {
    const at = await createTestSite()
    const times = { start: '2027-05-01T10:00:00Z', end: '2027-05-01T10:30:00Z' }
    await addPublished(at, '/', { '@type': 'Schedule', id: 's', title: 'S' })
    await addPublished(at, '/s', { '@type': 'Talk', id: 'a', title: 'A', ...times })
    await at.run('editContent', '/', { as: 'max', input: { body: { title: 'Root' }, representation: false } })
    const root = async () => (await at.platform.store.read(reader => reader.open('/'))).lineage[0]
    const before = await root()
    at.clock.now += 1000
    await at.run('deleteContent', '/s/a', { as: 'max', input: undefined })
    const after = await root()
    expect(after && removedSessionsIn(after)).toMatchObject([{ shortName: 'a' }])
    expect([after?.modified, after?.revision]).toEqual([before?.modified, (before?.revision ?? 0) + 1])
  })
})

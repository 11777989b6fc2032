import assert from 'node:assert/strict'
import type { ChangeEvent, ContentStore, EventQuery, NewEvent } from '@plenum/core/ports'
import { buildCreations, buildNode, uidFor } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit } from './storeQueries.js'

const origin = { actor: 'ana', time: 1000 }

const eventNamed = (name: string, fields: Partial<NewEvent> = {}): NewEvent => ({
  ...origin,
  kind: 'settings',
  object: null,
  details: { name },
  ...fields,
})

const read = async (store: ContentStore, query: Partial<EventQuery> = {}): Promise<readonly ChangeEvent[]> =>
  (await store.read(reader => reader.events({ limit: 1000, ...query }))).map(({ event }) => event)

const namesOf = (events: readonly ChangeEvent[]) =>
  events.map(({ position, details }) => `${position} ${details?.name}`)

const feedOf = (store: ContentStore) => store.read(reader => reader.feedState())

const addMany = (store: ContentStore, count: number) =>
  commit(store, { events: Array.from({ length: count }, (_, i) => eventNamed(`n${i + 1}`, { time: (i + 1) * 10 })) })

export const eventCases: Cases<ContentStore> = {
  'an empty feed has no events': async store => {
    assert.deepEqual(await read(store), [])
    const { newest, oldest } = await feedOf(store)
    assert.deepEqual({ newest, oldest }, { newest: 0, oldest: null })
  },
  'the events of a change are stored completely, in order, at positions without gaps': async store => {
    const object = { uid: uidFor('/a'), path: '/a', type: 'Document', revision: 3 }
    const transition = { workflow: 'w', transition: 'publish', from: null, to: 'published' }
    const events: NewEvent[] = [
      { ...origin, kind: 'transition', object, transition },
      { actor: null, time: 0, kind: 'moved', object, oldPath: '/b', viewers: ['Anonymous'] },
      eventNamed('ünï "quoted" \u0000 😀'),
    ]
    await commit(store, { creates: buildCreations('/', '/a'), events: events.slice(0, 1) })
    await commit(store, { events: events.slice(1) })
    assert.deepEqual(
      await read(store),
      events.map((event, i) => ({ ...event, position: i + 1 })),
    )
    const { newest, oldest } = await feedOf(store)
    assert.deepEqual({ newest, oldest }, { newest: 3, oldest: 1 })
  },
  'many events of one change have consecutive positions': async store => {
    await addMany(store, 95)
    assert.deepEqual(
      namesOf(await read(store)),
      Array.from({ length: 95 }, (_, i) => `${i + 1} n${i + 1}`),
    )
  },
  'a refused change adds no event': async store => {
    await commit(store, { creates: buildCreations('/'), events: [eventNamed('first')] })
    const refused = { creates: buildCreations('/'), origin, removes: ['/'], events: [eventNamed('refused')] }
    assert.equal((await store.commit({ ...refused, removes: ['/missing'] })).ok, false)
    assert.equal((await store.commit({ ...refused, removes: [] })).ok, false)
    await commit(store, { events: [eventNamed('second')] })
    assert.deepEqual(namesOf(await read(store)), ['1 first', '2 second'])
  },
  'queries return a range, from either end, and administrative events alone': async store => {
    const kinds = ['added', 'people', 'changed', 'invalidation', 'release'] as const
    await commit(store, { events: kinds.map(kind => eventNamed(kind, { kind })) })
    const names = async (query: Partial<EventQuery>) => namesOf(await read(store, query)).join(', ')
    assert.equal(await names({ after: 1, limit: 2 }), '2 people, 3 changed')
    assert.equal(await names({ after: 1, before: 3 }), '2 people')
    assert.equal(await names({ isDescending: true, limit: 2 }), '5 release, 4 invalidation')
    assert.equal(await names({ isAdministrative: true }), '2 people, 4 invalidation')
    assert.equal(await names({ isAdministrative: true, isDescending: true, before: 4 }), '2 people')
    assert.equal(await names({ after: 5 }), '')
  },
  'an object that is removed has an event, and so has every object below it, with its last viewers': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b', '/a-c', '/d') })
    await commit(store, { origin, removes: ['/a'], events: [eventNamed('after')] })
    const events = await read(store)
    assert.deepEqual(
      events.map(({ kind, object, viewers }) => [kind, object?.path, object?.uid, object?.revision, viewers]),
      [
        ['deleted', '/a', uidFor('/a'), 0, ['Anonymous']],
        ['deleted', '/a/b', uidFor('/a/b'), 0, ['Anonymous']],
        ['settings', undefined, undefined, undefined, undefined],
      ],
    )
    assert.deepEqual(
      events.map(({ position, actor, time }) => [position, actor, time]),
      [1, 2, 3].map(position => [position, 'ana', 1000]),
    )
  },
  'an object that is renamed has an event, and so has every object below it': async store => {
    await commit(store, { creates: buildCreations('/', '/a', '/a/b', '/c') })
    const [creation] = buildCreations('/a')
    assert.ok(creation)
    const { node, entry } = { node: buildNode('/a'), entry: creation.entry }
    await commit(store, { origin, updates: [{ node, entry }], renames: [{ from: '/a', to: '/c/x' }] })
    assert.deepEqual(
      (await read(store)).map(({ kind, object, oldPath, viewers }) => [
        kind,
        oldPath,
        object?.path,
        object?.revision,
        viewers,
      ]),
      [
        ['moved', '/a', '/c/x', 1, ['Anonymous']],
        ['moved', '/a/b', '/c/x/b', 0, ['Anonymous']],
      ],
    )
  },
  'without an origin, removed objects have no events': async store => {
    await commit(store, { creates: buildCreations('/', '/a') })
    await commit(store, { removes: ['/a'] })
    assert.deepEqual(await read(store), [])
  },
  'an invalidation adds its event': async store => {
    await commit(store, { creates: buildCreations('/') })
    await store.recordInvalidation(eventNamed('invalidated', { kind: 'invalidation' }))
    await store.recordInvalidation()
    assert.deepEqual(namesOf(await read(store)), ['1 invalidated'])
  },
  'concurrent changes have one position each': async store => {
    await commit(store, { creates: buildCreations('/') })
    const names = Array.from({ length: 30 }, (_, i) => `n${i}`)
    await Promise.all(
      names.map(name => commit(store, { creates: buildCreations(`/${name}`), events: [eventNamed(name)] })),
    )
    const events = await read(store)
    assert.deepEqual(
      events.map(({ position }) => position),
      names.map((_, i) => i + 1),
    )
    assert.deepEqual(events.map(({ details }) => String(details?.name)).sort(), names.toSorted())
  },
  'a snapshot shows the feed of its moment': async store => {
    await commit(store, { events: [eventNamed('before')] })
    await store.read(async reader => {
      const { newest } = await reader.feedState()
      await commit(store, { events: [eventNamed('later')] })
      assert.equal((await reader.feedState()).newest, newest)
      assert.deepEqual((await reader.events({ limit: 9 })).length, 1)
    })
  },
  'events are deleted by number, in bounded steps': async store => {
    await addMany(store, 10)
    const retention = { before: 0, count: 4 }
    assert.deepEqual(
      [
        await store.trimEvents(retention, 5),
        await store.trimEvents(retention, 5),
        await store.trimEvents(retention, 5),
      ],
      [5, 1, 0],
    )
    assert.equal(namesOf(await read(store)).join(), '7 n7,8 n8,9 n9,10 n10')
    assert.equal((await feedOf(store)).oldest, 7)
  },
  'events are deleted by age, except the newest one': async store => {
    await addMany(store, 10)
    assert.equal(await store.trimEvents({ before: 41, count: 100 }, 1000), 4)
    assert.equal((await feedOf(store)).oldest, 5)
    assert.equal(await store.trimEvents({ before: 5000, count: 0 }, 1000), 5)
    assert.equal(namesOf(await read(store)).join(), '10 n10')
    await commit(store, { events: [eventNamed('next')] })
    assert.equal(namesOf(await read(store)).join(), '10 n10,11 next')
  },
}

import assert from 'node:assert/strict'
import type { ContentStore, NewEvent, Subscription } from '@plenum/core/ports'
import type { Cases } from '../runner.js'
import { commit } from './storeQueries.js'

const event: NewEvent = { kind: 'settings', actor: null, time: 0, object: null }

const fresh = { position: 0, attempts: 0, retryAt: null, error: null, parkedAt: null }

const leaseOf = (owner: string, now: number) => ({ owner, now, ends: now + 100 })

const list = (store: ContentStore): Promise<readonly Subscription[]> => store.read(reader => reader.subscriptions())

export const subscriptionCases: Cases<ContentStore> = {
  'a new subscription begins at the newest position': async store => {
    await commit(store, { events: [event, event] })
    const subscription = { ...fresh, name: 'b', position: 2, leaseEnds: 101 }
    assert.deepEqual(await store.subscriptions.lease('b', leaseOf('one', 1)), subscription)
    await store.subscriptions.lease('a', leaseOf('one', 1))
    assert.deepEqual(await list(store), [{ ...subscription, name: 'a' }, subscription])
  },
  'only one process has the lease until it ends': async ({ subscriptions }) => {
    assert.ok(await subscriptions.lease('a', leaseOf('one', 1)))
    assert.equal(await subscriptions.lease('a', leaseOf('two', 50)), null)
    assert.equal((await subscriptions.lease('a', leaseOf('one', 50)))?.leaseEnds, 150)
    assert.equal((await subscriptions.lease('a', leaseOf('two', 150)))?.leaseEnds, 250)
    assert.equal(await subscriptions.endLease('a', 'one', { ...fresh, position: 7 }), false)
    assert.equal(await subscriptions.endLease('a', 'two', { ...fresh, position: 8 }), true)
    assert.equal((await subscriptions.lease('a', leaseOf('one', 151)))?.position, 8)
  },
  'concurrent processes never share a lease': async ({ subscriptions }) => {
    const owners = Array.from({ length: 10 }, (_, i) => `process-${i}`)
    const leases = await Promise.all(owners.map(owner => subscriptions.lease('a', leaseOf(owner, 1))))
    assert.equal(leases.filter(lease => lease !== null).length, 1)
  },
  'the progress is stored, and a parked subscription resumes': async store => {
    const { subscriptions } = store
    await subscriptions.lease('a', leaseOf('one', 1))
    assert.equal(await subscriptions.resume('a'), false)
    const progress = { position: 3, attempts: 10, retryAt: 5, error: 'it "failed"', parkedAt: 6 }
    await subscriptions.endLease('a', 'one', progress)
    assert.deepEqual(await list(store), [{ name: 'a', ...progress, leaseEnds: null }])
    assert.equal(await subscriptions.resume('a'), true)
    assert.deepEqual(await list(store), [{ ...fresh, name: 'a', position: 3, leaseEnds: null }])
    assert.equal(await subscriptions.resume('missing'), false)
  },
  'a forgotten subscription begins again at the newest position': async store => {
    const { subscriptions } = store
    await subscriptions.lease('a', leaseOf('one', 1))
    assert.equal(await subscriptions.forget('a'), true)
    assert.equal(await subscriptions.forget('a'), false)
    assert.deepEqual(await list(store), [])
    await commit(store, { events: [event] })
    assert.equal((await subscriptions.lease('a', leaseOf('two', 2)))?.position, 1)
  },
}

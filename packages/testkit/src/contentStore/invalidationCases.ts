import assert from 'node:assert/strict'
import type { ContentStore } from '@plenum/core/ports'
import { buildCreations } from '../builders.js'
import type { Cases } from '../runner.js'
import { commit, dump, open } from './storeQueries.js'

export const invalidationCases: Cases<ContentStore> = {
  'a recorded invalidation changes state and stamp, increments the counter, and changes no content': async store => {
    const look = async () => {
      const [{ content, invalidations }, opened] = await Promise.all([store.state(), open(store, '/')])
      assert.equal(invalidations, opened.invalidations)
      return { content, stamp: opened.stamp, invalidations }
    }
    await commit(store, { creates: buildCreations('/', '/a') })
    const { stamp: _, ...content } = await dump(store)
    const before = await look()
    const counts = [await store.recordInvalidation(), await store.recordInvalidation()]
    const after = await look()
    assert.deepEqual(counts, [before.invalidations + 1, before.invalidations + 2])
    assert.equal(after.invalidations, counts[1])
    assert.notEqual(after.content, before.content)
    assert.notEqual(after.stamp, before.stamp)
    await commit(store, {})
    assert.equal((await look()).invalidations, counts[1])
    const { stamp: _after, ...same } = await dump(store)
    assert.deepEqual(same, content)
  },
}

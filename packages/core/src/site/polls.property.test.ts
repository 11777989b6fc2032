import { pollsFollowTheModel, runsOf } from '@plenum/testkit'
import { memoryContentStore } from '../memory/memoryContentStore.js'

describe('a poll, against a simple model', () => {
  it(
    'votes, what is shown of them, and the tags for caches agree after every sequence of steps',
    () => pollsFollowTheModel(memoryContentStore, runsOf(1000)),
    120_000,
  )
})

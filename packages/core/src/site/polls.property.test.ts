import { pollsFollowTheModel, runsOf } from '@plenum/testkit'
import { memoryContentStore } from '../memory/memoryContentStore.js'

describe('a poll and a simple model', () => {
  it(
    'agree in votes, payloads and ETags after every sequence of steps',
    () => pollsFollowTheModel(memoryContentStore, runsOf(1000)),
    120_000,
  )
})

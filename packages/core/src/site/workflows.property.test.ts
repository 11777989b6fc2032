import { runsOf, workflowsFollowTheModel } from '@plenum/testkit'
import { memoryContentStore } from '../memory/memoryContentStore.js'

describe('workflows of one object, against a simple model', () => {
  it(
    'states, listing, history, permissions and catalog agree after every sequence of moves',
    () => workflowsFollowTheModel(memoryContentStore, runsOf(1000)),
    60_000,
  )
})

import { runsOf, workflowsFollowTheModel } from '@plenum/testkit'
import { memoryContentStore } from '../memory/memoryContentStore.js'

describe('workflows of one object and a simple model', () => {
  it(
    'agree in states, listing, history, permissions and catalog after every sequence of transitions',
    () => workflowsFollowTheModel(memoryContentStore, runsOf(1000)),
    60_000,
  )
})

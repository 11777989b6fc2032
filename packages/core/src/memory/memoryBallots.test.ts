import { ballotBoxSuite } from '@plenum/testkit'
import { memoryContentStore } from './memoryContentStore.js'

ballotBoxSuite({ describe, it }, 'votes in memory', async () => memoryContentStore())

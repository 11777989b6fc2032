import { contentStoreSuite } from '@plenum/testkit'
import { memoryContentStore } from './memoryContentStore.js'

contentStoreSuite({ describe, it }, 'content in memory', async () => memoryContentStore())

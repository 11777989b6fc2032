import { wholeStoreSuite } from '@plenum/testkit'
import { memoryStore } from './memoryStore.js'

wholeStoreSuite({ describe, it }, 'all data in memory', async () => memoryStore())

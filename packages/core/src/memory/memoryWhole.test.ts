import { wholeStoreSuite } from '@plenum/testkit'
import { memoryStore } from './memoryStore.js'

wholeStoreSuite({ describe, it }, 'all that is kept in memory', async () => memoryStore())

import { mailStoreSuite } from '@plenum/testkit'
import { memoryStore } from './memoryStore.js'

mailStoreSuite({ describe, it }, 'emails in memory', async () => memoryStore(), false)

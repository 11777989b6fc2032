import { pendingUploadSuite } from '@plenum/testkit'
import { memoryStore } from './memoryStore.js'

pendingUploadSuite({ describe, it }, 'pending uploads in memory', async () => memoryStore())

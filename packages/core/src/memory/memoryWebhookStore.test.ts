import { webhookStoreSuite } from '@plenum/testkit'
import { memoryStore } from './memoryStore.js'

webhookStoreSuite({ describe, it }, 'webhooks in memory', async () => memoryStore(), false)

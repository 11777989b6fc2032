import { userDirectorySuite } from '@plenum/testkit'
import { memoryUserDirectory } from './memoryUserDirectory.js'

userDirectorySuite({ describe, it }, 'users in memory', async () => ({
  subject: memoryUserDirectory(),
  close: async () => {},
}))

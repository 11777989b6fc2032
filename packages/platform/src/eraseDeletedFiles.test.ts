import { eventually } from '@plenum/testkit'
import { eraseDeletedFiles } from './eraseDeletedFiles.js'

describe('erasing deleted files', () => {
  it('continues until no file is left, even after an error, and stops on the signal', async () => {
    const steps = [true, new Error('the database is locked'), true, false]
    let calls = 0
    const eraseFiles = async () => {
      const step = steps[calls++] ?? false
      if (step instanceof Error) throw step
      return step
    }
    const ending = new AbortController()
    const erasing = eraseDeletedFiles({ eraseFiles }, { signal: ending.signal, pause: 1 })
    await eventually('all steps are taken', async () => calls > steps.length)
    ending.abort()
    await erasing
    const ended = calls
    await new Promise(resolve => setTimeout(resolve, 20))
    expect(calls).toBe(ended)
  })
})

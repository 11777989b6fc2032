import { abandoned, postponed } from '../../foundation/scheduler.js'
import { uninterrupted } from './uninterrupted.js'

describe('uninterrupted', () => {
  it.each([postponed, abandoned])('interrupts the operation, but never throws %s into the function', async reason => {
    const caught: unknown[] = []
    const result = uninterrupted(async read => {
      try {
        return await read(() => Promise.reject(reason))
      } catch (error) {
        caught.push(error)
        return 'continued'
      }
    })
    await expect(result).rejects.toBe(reason)
    expect(caught).toEqual([])
  })

  it('throws errors of reads into the function', async () => {
    const fault = new Error('The disk is full.')
    const result = uninterrupted(read => read(() => Promise.reject(fault)).catch((error: Error) => error.message))
    expect(await result).toBe('The disk is full.')
  })

  it('returns the result of the function', async () => {
    expect(await uninterrupted(async read => (await read(async () => 1)) + 1)).toBe(2)
  })
})

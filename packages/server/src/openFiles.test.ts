import { openFilesProblem } from './openFiles.js'

const limited = (soft: unknown) => openFilesProblem(() => ({ userLimits: { open_files: { soft, hard: soft } } }))

it('a process with too few file descriptors reports the limit and the recommended number', () => {
  expect(limited(64)).toBe('This process may open only 64 files at a time; allow at least 256 (`ulimit -n`).')
  expect(limited(255)).toContain('255')
})

it('nothing is reported if the limit is high enough or unknown', () => {
  expect([limited(256), limited('unlimited'), limited(undefined), openFilesProblem(() => ({}))]).toEqual(
    Array(4).fill(null),
  )
})

it('the limit is that of this process', () => {
  expect(openFilesProblem()).toBeNull()
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { openThreads, type ThreadLimits, type Threads } from './openThreads.js'

/** A program that, depending on its input, returns the id of its thread after a short delay, or ends its thread. */
const program = `
  import { setTimeout as delay } from 'node:timers/promises'
  import { threadId } from 'node:worker_threads'
  export async function answer(question) {
    await delay(50)
    if (question === 'end') process.exit()
    while (question === 'loop') {}
    for (const list = []; question === 'grow'; ) list.push({ value: Math.random() })
    return threadId
  }
`

let directory: string
let threads: Threads<string, number>
const open = (count: number, limits: ThreadLimits = {}) =>
  openThreads<string, number>(pathToFileURL(path.join(directory, 'answer.mjs')), count, limits)

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'plenum-threads-'))
  writeFileSync(path.join(directory, 'answer.mjs'), program)
})
afterEach(async () => {
  await threads.destroy()
  rmSync(directory, { recursive: true })
})

describe('worker threads', () => {
  it('are only started for simultaneous tasks', async () => {
    threads = open(2)
    const [first, second] = [await threads.run(''), await threads.run('')]
    expect(second).toBe(first)
  })

  it('do not exceed their limit', async () => {
    threads = open(2)
    const answers = await Promise.all(Array.from({ length: 6 }, () => threads.run('')))
    expect(new Set(answers).size).toBe(2)
  })

  it('are replaced when they exit, and the waiting caller gets an error', async () => {
    threads = open(1)
    const first = await threads.run('')
    await expect(threads.run('end')).rejects.toThrow()
    expect(await threads.run('')).not.toBe(first)
  })

  it.each<[string, ThreadLimits]>([
    ['loop', { milliseconds: 200 }],
    ['grow', { heapMiB: 16 }],
  ])('are ended when a task exceeds a limit: %s', async (question, limits) => {
    threads = open(1, limits)
    await expect(threads.run(question)).rejects.toThrow()
  })

  it('reject waiting tasks when the pool is destroyed, and start on demand', async () => {
    threads = open(1)
    await threads.destroy()
    await threads.run('')
    const waiting = expect(threads.run('')).rejects.toThrow()
    await new Promise(setImmediate)
    await threads.destroy()
    await waiting
  })
})

import { openThreads } from './openThreads.js'

const open = (count: number) =>
  openThreads<readonly string[], readonly string[]>(new URL('../../dist/html/htmlWorker.js', import.meta.url), count)

describe('threads beside the one that serves requests', () => {
  it('begin with the first question, and no more of them than questions at the same time or than are allowed', async () => {
    const threads = open(2)
    expect(threads.threads).toHaveLength(0)
    await threads.run(['<p>a</p>'])
    expect(threads.threads).toHaveLength(1)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, i) => threads.run([`<b>${i}</b>`])))
    expect(answers).toEqual(Array.from({ length: 6 }, (_, i) => [`<b>${i}</b>`]))
    expect(threads.threads).toHaveLength(2)
    await threads.destroy()
  })

  it('make way for others when they die, and whoever waited is told', async () => {
    const threads = open(1)
    await threads.run([])
    const waiting = expect(threads.run(['<p>a</p>'.repeat(100_000)])).rejects.toThrow()
    await threads.threads[0]?.terminate()
    await waiting
    expect(await threads.run(['<p>a</p>'])).toEqual(['<p>a</p>'])
    await threads.destroy()
  })
})

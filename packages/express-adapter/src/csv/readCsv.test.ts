import { performance } from 'node:perf_hooks'
import { createScheduler } from '@plenum/core'
import { readCsv } from './readCsv.js'

const scheduler = createScheduler({ now: () => performance.now(), nextSlice: callback => void setImmediate(callback) })

const MiB = 1024 * 1024
const read = (text: string) => readCsv(Buffer.from(text), scheduler)

/** Returns the CPU time of this process in milliseconds. Unlike wall-clock time, CPU time excludes other processes. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

async function longestBlock<T>(task: () => Promise<T>): Promise<readonly [T | string, number]> {
  let [longest, last, isOver] = [0, cpuTime(), false]
  const watch = (): void => {
    const now = cpuTime()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setImmediate(watch)
  }
  watch()
  const result = await task().catch((error: Error) => error.message)
  isOver = true
  return [result, Math.max(longest, cpuTime() - last)]
}

describe('a CSV file (docs/http-answers.md, CSV)', () => {
  it('is read row by row, with lines', async () => {
    expect(await read('\ufeffa,b\r\n\r\n"x ""y""\nz",2\n\'=3')).toEqual([
      { line: 1, cells: ['a', 'b'] },
      { line: 4, cells: ['x "y"\nz', '2'] },
      { line: 5, cells: ['=3'] },
    ])
  })

  it.each([
    ['', []],
    ['\n\n', []],
    [',', [['', '']]],
    ["'a\n''=b\n'+\n'", [["'a"], ["'=b"], ['+'], ["'"]]],
    ['a;b,c', [['a', 'b,c']]],
    ['a\tb;c', [['a', 'b;c']]],
  ])('%j has the cells %j', async (text, cells) => {
    expect((await read(text)).map(row => row.cells)).toEqual(cells)
  })

  it.each([
    ['rows', 'a\n'.repeat(2 * MiB)],
    ['columns', `${','.repeat(60_000)}\n`.repeat(60)],
    ['quotation marks', '""'.repeat(2 * MiB)],
    ['quoted cells', `${'"a",'.repeat(10_000)}\n`.repeat(100)],
    ['empty lines', '\n'.repeat(4 * MiB)],
    ['bytes in a cell', 'x'.repeat(4 * MiB)],
    ['bytes in an open cell', `"${'x'.repeat(4 * MiB)}`],
  ])('with very many %s is read or refused without blocking others, within bounds', async (_, text) => {
    await read('a')
    // The measured time includes the compiler and the garbage collector, so the shortest of three times is used.
    const [result, first] = await longestBlock(() => read(text))
    const blocks = [first]
    for (let i = 0; i < 2; i++) blocks.push((await longestBlock(() => read(text)))[1])
    expect(Math.min(...blocks)).toBeLessThan(80)
    if (typeof result === 'string') expect(result).toMatch(/^The file is not valid CSV/)
    else {
      expect(result.length).toBeLessThanOrEqual(10_002)
      for (const { cells } of result) expect(cells.length).toBeLessThanOrEqual(100)
    }
  })
})

import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { eventually } from '@plenum/testkit'
import { logLines } from './logLines.js'

let dir: string
let fd: number
const written = (): string => readFileSync(path.join(dir, 'log'), 'utf8')

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'plenum-log-'))
  fd = openSync(path.join(dir, 'log'), 'w')
})

afterEach(() => {
  closeSync(fd)
  rmSync(dir, { recursive: true })
})

it('log lines wait for each other briefly', async () => {
  const lines = logLines(fd)
  lines.write('one\n')
  lines.write('two\n')
  expect(written()).toBe('')
  await eventually('both lines', () => written() === 'one\ntwo\n')
})

it('many log lines are all written in order, including those added during writing', async () => {
  const lines = logLines(fd)
  const sent = Array.from({ length: 5000 }, (_, i) => `line ${i} é\n`)
  for (const [i, line] of sent.entries()) {
    lines.write(line)
    if (i % 1000 === 0) await new Promise(setImmediate)
  }
  await eventually('all lines', () => written() === sent.join(''))
})

it.each([0, 500])('buffered lines are written immediately when necessary, after %i lines', async before => {
  const lines = logLines(fd)
  const sent = Array.from(
    { length: before },
    (_, i) => `line ${i}, which is long enough to be written together with others\n`,
  )
  for (const line of sent) lines.write(line)
  await lines.flush()
  expect(written()).toBe(sent.join(''))
  lines.write('the last\n')
  lines.flushSync()
  expect(written()).toBe(`${sent.join('')}the last\n`)
})

it('all log lines are written before the end is reported', async () => {
  const lines = logLines(fd)
  const sent = Array.from(
    { length: 3000 },
    (_, i) => `line ${i}, which is long enough to be written together with others\n`,
  )
  for (const line of sent) lines.write(line)
  await lines.flush()
  expect(written()).toBe(sent.join(''))
  await lines.flush()
})

it('short parts are all written in order', async () => {
  const lines = logLines(fd, 100)
  const sent = Array.from({ length: 50 }, (_, i) => `line ${i} of the log\n`)
  for (const line of sent) lines.write(line)
  await lines.flush()
  expect(written()).toBe(sent.join(''))
})

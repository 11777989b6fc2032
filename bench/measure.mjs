import { closeSync, fsyncSync, ftruncateSync, openSync, writeSync } from 'node:fs'

export const median = figures => figures.toSorted((a, b) => a - b)[figures.length >> 1]

/** Returns how many times per second `task` completes with `callers` concurrent callers. */
export async function rateOf(callers, task) {
  const startedAt = performance.now()
  const end = startedAt + 700
  let done = 0
  const call = async () => {
    while (performance.now() < end) {
      await task()
      done += 1
    }
  }
  await Promise.all(Array.from({ length: callers }, call))
  return (done * 1000) / (performance.now() - startedAt)
}

/**
 * Calls each of the functions `measures` in each round. Returns the results of all rounds except the first one, which
 * is a warm-up round.
 */
export async function inRounds(rounds, measures) {
  const figures = measures.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    for (const [i, measure] of measures.entries()) {
      const figure = await measure()
      if (round > 0) figures[i].push(figure)
    }
  }
  return figures
}

export const ratioOf = (figures, others) => median(figures.map((figure, round) => figure / others[round]))

/** Opens a log. `flush` appends as many bytes as a vote writes, and flushes them to disk. */
export function createFlush(file) {
  const log = openSync(file, 'w')
  const pages = Buffer.alloc(2 * 4120, 1)
  let written = 0
  return {
    flush: () => {
      if (written > 4_000_000) {
        ftruncateSync(log)
        written = 0
      }
      written += writeSync(log, pages, 0, pages.length, written)
      fsyncSync(log)
    },
    close: () => closeSync(log),
  }
}

// Compares libraries: measures them in rounds, and prints the results.
import { setTimeout as delay } from 'node:timers/promises'

/** The maximum duration of a measurement, in milliseconds. */
const timeout = 5000

export const median = figures => figures.toSorted((a, b) => a - b)[figures.length >> 1]
export const since = startedAt => performance.now() - startedAt

/** Returns the duration of a task in milliseconds, or Infinity if the task exceeds the timeout. */
export async function timeOf(task) {
  const startedAt = performance.now()
  const timer = new AbortController()
  const isDone = await Promise.race([
    task().then(() => true),
    delay(timeout, false, { signal: timer.signal }).catch(() => false),
  ])
  timer.abort()
  return isDone ? since(startedAt) : Number.POSITIVE_INFINITY
}

/**
 * After a warm-up round, measures each contestant in each round, so that noise affects all contestants equally. The
 * order of the contestants changes with each round.
 */
export async function inRotation(contestants, rounds, measure) {
  const figures = contestants.map(() => [])
  for (let round = 0; round <= rounds; round++) {
    for (let slice = 0; slice < contestants.length; slice++) {
      const i = (round + slice) % contestants.length
      const figure = await measure(contestants[i], round)
      if (round > 0) figures[i].push(figure)
    }
  }
  return figures
}

const [nameWidth, figureWidth] = [38, 12]

export function showHead(title, names) {
  const cells = names.map(name => name.padStart(figureWidth)).join('')
  console.log(`\n${title.padEnd(nameWidth)}${cells}   in times of the first`)
}

/**
 * Prints the medians of the rounds, and the ratio of each contestant to the first one. This ratio is the median of the
 * ratios in the individual rounds.
 */
export function show(name, unit, figures) {
  const [own, ...others] = figures
  const cells = figures.map(of => word(median(of), unit).padStart(figureWidth)).join('')
  const ratios = others.map(of => ratio(of, own).padStart(figureWidth)).join('')
  console.log(`${name.padEnd(nameWidth)}${cells}${ratios}`)
}

function word(figure, unit) {
  if (figure === Number.POSITIVE_INFINITY) return `> ${timeout / 1000} s`
  return `${figure.toFixed(figure < 10 ? 2 : 1)} ${unit}`
}

function ratio(figures, own) {
  const isOver = median(figures) === Number.POSITIVE_INFINITY
  const ratios = figures.map((figure, round) => (isOver ? timeout : figure) / own[round])
  return `${isOver ? '> ' : ''}${median(ratios).toFixed(median(ratios) < 100 ? 2 : 0)}`
}

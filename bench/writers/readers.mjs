import { setTimeout as delay } from 'node:timers/promises'
import { addFolder, addPage, writePages } from './pages.mjs'

const perSecond = 100
const seconds = 6

/**
 * Adds the published pages that are read later, and returns their paths. A measurement reads each page only once, so
 * that cached responses have no effect.
 */
export async function preparePages(server) {
  const folder = await addFolder(server)
  const paths = []
  for (let i = 0; i < perSecond * seconds; i++) paths.push(await addPage(server, folder, i))
  return paths
}

/**
 * Returns the response times of pages in milliseconds. Requests are sent at a fixed rate, even if responses are slow.
 */
export async function readPages({ ask }, paths) {
  const waits = []
  const startedAt = performance.now()
  const reads = []
  for (const [i, path] of paths.entries()) {
    await delay(Math.max(0, startedAt + (i * 1000) / perSecond - performance.now()))
    const due = startedAt + (i * 1000) / perSecond
    reads.push(ask('GET', path, { isMember: false }).then(() => waits.push(performance.now() - due)))
  }
  await Promise.all(reads)
  return waits.sort((a, b) => a - b)
}

/** Measures response times while pages are created and published. */
export async function readDuringWrites(server, paths) {
  let isOver = false
  const writing = writePages(server, () => !isOver)
  const waits = await readPages(server, paths)
  isOver = true
  return { waits, pagesPerSecond: (await writing).perSecond }
}

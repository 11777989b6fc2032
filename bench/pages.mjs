// Measures the cost of cached pages, compared with cached JSON of the same size, in microseconds of CPU time per
// request.
import { inRotation, median } from './contest.mjs'
import { startGenerator, startPlenum } from './frame/programs.mjs'

const connections = 32
const rounds = 9
const amount = 3000
const most = 1.2

const html = { accept: 'text/html', cookie: 'plenum_visitor=AAAAAAAAAAAAAAAAAAAAAA' }
const pages = [
  { name: 'a page', path: '/page/child-0' },
  { name: 'a schedule of 79 slots', path: '/@schedule' },
  { name: 'a poll, with a form', path: '/poll/@poll' },
]

const bytesOf = async (url, headers = {}) => (await (await fetch(url, { headers })).arrayBuffer()).byteLength

/**
 * Returns the path and the size of a search response that is at least as long as the page. Increases the number of hits
 * until the response is long enough.
 */
async function jsonOfSize(base, size) {
  for (let hits = 1; ; hits = Math.ceil(hits * 1.1)) {
    const path = `/@search?sort_on=path&b_size=${hits}`
    const bytes = await bytesOf(base + path)
    if (bytes >= size || hits > 1000) return { path, bytes }
  }
}

const server = await startPlenum('conference')
const generator = startGenerator('plainGenerator.mjs')
console.log('µs a request; median of the rounds, and of the ratios within them')
for (const { name, path } of pages) {
  const bytes = await bytesOf(server.url + path, html)
  const json = await jsonOfSize(server.url, bytes)
  const contestants = [
    { path: json.path, headers: { ...html, accept: 'application/json' } },
    { path, headers: html },
  ]
  const figures = await inRotation(contestants, rounds, async ({ path, headers }) => {
    const before = await server.usage()
    const { count } = await generator.send({ urls: [server.url + path], headers, status: 200, amount, connections })
    return ((await server.usage()).cpu - before.cpu) / count
  })
  const [ofJson, ofPage] = figures
  const ratio = median(ofPage.map((figure, round) => figure / ofJson[round]))
  const sizes = `${bytes} and ${json.bytes} bytes`
  console.log(
    `${name.padEnd(26)} ${median(ofPage).toFixed(0).padStart(5)}, JSON ${median(ofJson).toFixed(0).padStart(5)}: ${ratio.toFixed(2)} times (at most ${most}); ${sizes}`,
  )
  if (ratio > most) process.exitCode = 1
}
generator.stop()
await server.stop()

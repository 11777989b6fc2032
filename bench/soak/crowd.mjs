// A child process with 16 clients. Each client sends its next request as soon as it receives a response.
import http from 'node:http'
import { authorization } from '../site.mjs'

const url = process.argv[2]
const agent = new http.Agent({ keepAlive: true, maxSockets: 16 })
const clients = 16
/** The maximum number of pages that editors have created but not deleted. */
const pages = 200

const counts = { reads: 0, searches: 0, changes: 0, votes: 0, failed: 0 }
const json = { 'content-type': 'application/json' }
const words = ['session', 'number', 'page', 'conference', 'text', 'title']
let slice = 0

const pick = list => list[Math.floor(Math.random() * list.length)]
const page = n => `/page-of-soak-${n}`

function readSomething() {
  const child = Math.floor(Math.random() * 25)
  const paths = ['/', '/page', `/page/child-${child}`, '/@schedule', '/@sponsors', `/page/child-${child}/@workflow`]
  return ask({
    path: pick([...paths, '/poll/@poll', '/@navigation?expand.navigation.depth=2']),
    headers: pick([{}, { authorization }]),
  })
}

/** Sends a search that usually differs from all previous searches. */
function searchSomething() {
  const start = Math.floor(Math.random() * 60)
  return ask({ path: `/@search?SearchableText=${pick(words)}*&b_start=${start}&b_size=${1 + (slice % 25)}` })
}

/** Creates and edits a page. If there are too many pages, also deletes a page. */
async function changeSomething(n) {
  const own = { authorization, ...json }
  const document = { '@type': 'Document', id: page(n).slice(1), title: `Page ${n} of an editor` }
  await ask({ method: 'POST', path: '/', headers: own, body: JSON.stringify(document), status: 201 })
  const title = JSON.stringify({ title: `Changed ${n}`, description: `text ${n}` })
  await ask({ method: 'PATCH', path: page(n), headers: own, body: title, status: 204 })
  if (n >= pages) await ask({ method: 'DELETE', path: page(n - pages), headers: own, status: 204 })
}

const vote = () =>
  ask({ method: 'POST', path: '/poll/@vote', headers: json, body: JSON.stringify({ option_id: slice % 5 }) })

const works = [
  ...Array.from({ length: 60 }, () => ['reads', readSomething]),
  ...Array.from({ length: 25 }, () => ['searches', searchSomething]),
  ...Array.from({ length: 5 }, () => ['changes', () => changeSomething(counts.changes)]),
  ...Array.from({ length: 10 }, () => ['votes', vote]),
]

async function ask({ method = 'GET', path, headers = {}, body, status = 200 }) {
  const request = http.request(url + path, { method, headers, agent }).end(body)
  const answered = await new Promise((resolve, reject) => request.once('response', resolve).once('error', reject))
  for await (const _ of answered);
  if (answered.statusCode !== status) fail(`${method} ${path}: ${answered.statusCode}`)
}

function fail(problem) {
  counts.failed += 1
  if (counts.failed <= 5) console.log(problem)
}

/**
 * The distance between the indexes of successive tasks in `works`. It is coprime to the number of tasks, so that
 * different kinds of tasks alternate and each task runs.
 */
const step = 37

let isStopping = false
process.once('message', () => {
  isStopping = true
})

async function context() {
  while (!isStopping) {
    slice += 1
    const [kind, task] = works[(slice * step) % works.length]
    const running = task()
    counts[kind] += 1
    await running.catch(error => fail(error.message))
  }
}

await Promise.all(Array.from({ length: clients }, context))
agent.destroy()
process.send(counts)
process.disconnect()

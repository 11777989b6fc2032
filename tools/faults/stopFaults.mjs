import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { login, startService } from './service.mjs'

/** The number of clients that always have a request in progress. Every second client writes. */
const clients = 20
/** The time for which requests are sent before the signal, in milliseconds. */
const calm = 1500
/** The maximum time from the end of the longest response until all connections have ended, in milliseconds. */
const margin = 1000

/**
 * A service under load receives SIGTERM, as in every update. `fresh` is the number of clients that open a new
 * connection for each request, while all other clients reuse their connections. With workers, `fresh` is 0, because a
 * connection is lost if the primary process hands it over while the last worker stops listening (docs/operate.md, Start
 * and stop).
 */
export const stopFaults = [
  { name: 'stopped', run: () => runStop({ STOP_DELAY: '1' }, { stopDelay: 1000, fresh: 5 }) },
  { name: 'stopped-workers', run: () => runStop({ WORKERS: '2' }, { stopDelay: 0, fresh: 0 }) },
]

/**
 * Stops a busy service while a supervisor starts the next process. No request may be cut, every connection must end in
 * time, and connections may be refused only until the next process listens. Connections remain open for `stopDelay`
 * milliseconds after the signal.
 */
async function runStop(settings, { stopDelay, fresh }) {
  const dir = mkdtempSync(path.join(tmpdir(), 'plenum-faults-'))
  const service = await startService(dir, { DATA_DIR: path.join(dir, 'data'), STOP_GRACE: '60', ...settings })
  const load = beginLoad(service.url, fresh)
  try {
    await delay(calm)
    const [pid] = service.pids()
    const startedAt = performance.now()
    const ended = service.ended()
    process.kill(pid)
    await ended
    const took = performance.now() - startedAt
    await answeredAgain(service.url)
    const healed = performance.now()
    await delay(calm)
    const entries = await load.end()
    const problems = [...problemsOf(entries, healed), ...delayOf(entries, { startedAt, took, stopDelay })]
    problems.push(...closedIn(entries, { from: startedAt, to: startedAt + stopDelay }))
    const written = entries.filter(({ isWrite, outcome }) => isWrite && outcome === 'answered')
    problems.push(...(await lostPages(service.url, written)))
    return { problems, counts: countsOf(entries), healed: Math.round(healed - startedAt) }
  } finally {
    await load.end()
    await service.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

function beginLoad(url, fresh) {
  const entries = []
  let isOver = false
  const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  const client = async number => {
    const keepAlive = number >= fresh
    const agent = new Agent({ keepAlive, maxSockets: 1 })
    for (let i = 0; !isOver; i++) {
      const isWrite = number % 2 === 0
      const id = `page-${number}-${i}`
      const startedAt = performance.now()
      const outcome = await send(url, { agent, authorization, body: isWrite ? { '@type': 'Document', id } : null })
      const isLast = keepAlive && outcome.announcesClose
      entries.push({ id, isWrite, startedAt, ended: performance.now(), ...outcome, isLast })
      if (outcome.outcome === 'refused') await delay(20)
    }
    agent.destroy()
  }
  const all = Array.from({ length: clients }, (_, number) => client(number))
  const end = async () => {
    isOver = true
    await Promise.all(all)
    return entries
  }
  return { end }
}

/**
 * Sends a request. The outcome is `answered`, `refused` (no process was listening), or `cut` (the connection ended
 * during the request).
 */
function send(url, { agent, authorization, body }) {
  const headers = { authorization, accept: 'application/json', ...(body && { 'content-type': 'application/json' }) }
  const target = body ? `${url}/` : `${url}/@search`
  return new Promise(resolve => {
    const sent = request(target, { agent, method: body ? 'POST' : 'GET', headers }, answer => {
      answer.resume()
      const announcesClose = answer.headers.connection === 'close'
      answer.once('end', () => resolve({ outcome: 'answered', status: answer.statusCode, announcesClose }))
      answer.once('error', ({ message }) => resolve({ outcome: 'cut', message }))
    })
    sent.once('error', ({ code, message }) =>
      resolve({ outcome: code === 'ECONNREFUSED' ? 'refused' : 'cut', message }),
    )
    sent.end(body ? JSON.stringify({ title: body.id, ...body }) : undefined)
  })
}

async function answeredAgain(url) {
  for (;;) {
    const isUp = await fetch(`${url}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await delay(10)
  }
}

function problemsOf(entries, healed) {
  const cut = entries.filter(({ outcome }) => outcome === 'cut')
  const late = entries.filter(({ outcome, startedAt }) => outcome === 'refused' && startedAt > healed)
  const failed = entries.filter(({ outcome, status }) => outcome === 'answered' && status >= 400)
  return [
    ...cut.map(({ id, message }) => `The request for ${id} was cut: ${message}.`),
    ...late.map(({ id }) => `The connection for ${id} was refused although the next process listened.`),
    ...failed.map(({ id, status }) => `The request for ${id} was answered with ${status}.`),
    ...(entries.some(({ isLast }) => isLast) ? [] : ['No answer said Connection: close.']),
  ]
}

function closedIn(entries, { from, to }) {
  const closed = entries.filter(({ isLast, startedAt, ended }) => isLast && startedAt > from && ended < to)
  return closed.length > 0 ? [`${closed.length} answers said Connection: close while the port was open.`] : []
}

function delayOf(entries, { startedAt, took, stopDelay }) {
  const running = entries.filter(entry => entry.startedAt < startedAt + took && entry.ended > startedAt)
  const longest = Math.max(0, ...running.map(entry => entry.ended - entry.startedAt))
  const most = stopDelay + longest + margin
  return took > most ? [`The process took ${Math.round(took)} ms to end; ${Math.round(most)} are possible.`] : []
}

async function lostPages(url, written) {
  const answer = await fetch(`${url}/@search?portal_type=Document&b_size=100000`, {
    headers: { accept: 'application/json', authorization: `Basic ${btoa(`${login.user}:${login.password}`)}` },
  })
  const ids = new Set((await answer.json()).items.map(item => item['@id'].split('/').at(-1)))
  return written.filter(({ id }) => !ids.has(id)).map(({ id }) => `${id} was acknowledged, and is missing.`)
}

function countsOf(entries) {
  const count = outcome => entries.filter(entry => entry.outcome === outcome).length
  return { done: count('answered'), refused: count('refused'), unknown: count('cut') }
}

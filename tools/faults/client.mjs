import { setTimeout as delay } from 'node:timers/promises'

/** The maximum response time of the service, in milliseconds. The limit also applies during a fault. */
const maxAnswerTime = 5000
/** The delay that this program itself may cause on a busy machine, in milliseconds. */
const ownDelay = 1000

/**
 * Creates a client that sends requests, and records responses that violate the requirements: responses that take more
 * than five seconds, and refusals other than 503 with `Retry-After`. An outcome is `done` (the write was acknowledged
 * and must exist), `refused` (503 with `Retry-After`, so nothing may exist) or `unknown` (the connection ended, or 503
 * of type `OutcomeUnknown`, so the write may exist once).
 */
export function createClient(login) {
  const problems = []
  const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  const send = async (url, method, body, isVisitor) => {
    const startedAt = performance.now()
    const headers = { accept: 'application/json', ...(isVisitor ? {} : { authorization }) }
    const init = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(3 * maxAnswerTime) }
    if (body !== undefined) Object.assign(init, { body: JSON.stringify(body) })
    if (body !== undefined) headers['content-type'] = 'application/json'
    try {
      const answer = await fetch(url, init)
      const text = await answer.text()
      return { answer, text, took: performance.now() - startedAt }
    } catch {
      return { answer: null, text: '', took: performance.now() - startedAt }
    }
  }
  const note = (what, { answer, text, took }) => {
    if (took > maxAnswerTime + ownDelay) problems.push(`${what} was answered after ${Math.round(took)} ms.`)
    if (answer && !outcomeOf({ answer, text })) problems.push(`${what}: ${answer.status} ${text.slice(0, 300)}`)
  }
  return {
    problems,
    async write(base, method, path, body, { isVisitor = false } = {}) {
      const sent = await send(base + path, method, body, isVisitor)
      note(`${method} ${path}`, sent)
      const outcome = outcomeOf(sent) ?? 'refused'
      if (outcome !== 'done') await delay(50)
      return { outcome, body: outcome === 'done' && sent.text ? JSON.parse(sent.text) : null }
    },
    /** Reads the state after the service has recovered. Repeats the request while the status is 503. */
    async read(base, path) {
      for (let tries = 0; tries < 100; tries++) {
        const { answer, text } = await send(base + path, 'GET')
        if (answer && answer.status !== 503)
          return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null }
        await delay(200)
      }
      throw new Error(`GET ${path} is not answered.`)
    },
  }
}

function outcomeOf({ answer, text }) {
  if (!answer) return 'unknown'
  if (answer.ok) return 'done'
  if (answer.status !== 503) return null
  if (text.includes('OutcomeUnknown')) return answer.headers.has('retry-after') ? null : 'unknown'
  return answer.headers.has('retry-after') ? 'refused' : null
}

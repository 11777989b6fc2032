import { setTimeout as delay } from 'node:timers/promises'

/** What the demand on the service is: whatever happens, a request is answered within so many milliseconds. */
export const longest = 5000
/** What this program itself may add on a machine that has much to do, in milliseconds. */
const ownDelay = 1000

/**
 * Sends requests, and remembers those that were answered as they must never be: later than in five seconds, or with
 * another refusal than 503 with `Retry-After`. An outcome is one of
 *
 * - `done`: acknowledged, it has to be there;
 * - `refused`: 503 with `Retry-After`, nothing may be there;
 * - `unknown`: the connection ended, or 503 of type `OutcomeUnknown`; it may be there, once.
 */
export function createClient(login) {
  const problems = []
  const authorization = `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`
  const send = async (url, method, body, isVisitor) => {
    const begun = performance.now()
    const headers = { accept: 'application/json', ...(isVisitor ? {} : { authorization }) }
    const init = { method, headers, redirect: 'manual', signal: AbortSignal.timeout(3 * longest) }
    if (body !== undefined) Object.assign(init, { body: JSON.stringify(body) })
    if (body !== undefined) headers['content-type'] = 'application/json'
    try {
      const answer = await fetch(url, init)
      const text = await answer.text()
      return { answer, text, took: performance.now() - begun }
    } catch {
      return { answer: null, text: '', took: performance.now() - begun }
    }
  }
  const note = (what, { answer, text, took }) => {
    if (took > longest + ownDelay) problems.push(`${what} was answered after ${Math.round(took)} ms.`)
    if (answer && !outcomeOf({ answer, text })) problems.push(`${what}: ${answer.status} ${text.slice(0, 300)}`)
  }
  return {
    problems,
    /** The outcome of a request, with what it was answered. */
    async write(base, method, path, body, { isVisitor = false } = {}) {
      const sent = await send(base + path, method, body, isVisitor)
      note(`${method} ${path}`, sent)
      const outcome = outcomeOf(sent) ?? 'refused'
      if (outcome !== 'done') await delay(50)
      return { outcome, body: outcome === 'done' && sent.text ? JSON.parse(sent.text) : null }
    },
    /** What is there once the service is well again: waits for an answer that is no 503. */
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

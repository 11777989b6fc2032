import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createClient } from './client.mjs'
import { login, runCommand, startService } from './service.mjs'
import { writers } from './writers.mjs'

/** The time for which the writers run before the fault, and again after it, in milliseconds. */
const calm = 1000
/** The maximum time from the end of a fault until all writers succeed again, in milliseconds. */
const healing = 20_000

/**
 * Runs writers of every kind against a service, causes a fault in between, and then searches for missing or duplicate
 * writes. The fault provides `settings(dir)`, the settings of the service, `happen({ service, dir })`, which resolves
 * when the fault is over, and optionally `end`. If `answersAsEver` is true, no request may be refused. Returns the
 * problems, the number of requests by outcome, and the time that the service needed to recover.
 */
export async function runScenario({ settings = () => ({}), happen, end = () => {}, answersAsEver = false }) {
  const dir = mkdtempSync(path.join(tmpdir(), 'plenum-faults-'))
  const service = await startService(dir, { DATA_DIR: path.join(dir, 'data'), ...(await settings(dir)) })
  const client = createClient(login)
  const headers = { authorization: `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}` }
  const run = { client, base: () => service.url, headers }
  try {
    for (const writer of writers) await writer.begin(run)
    const writing = writers.map(writer => writeContinuously(writer, run))
    await delay(calm)
    await happen({ service, dir })
    const healed = await healingOf(writing)
    await delay(calm)
    const ledgers = await Promise.all(writing.map(({ stop }) => stop()))
    const problems = [...client.problems, ...healed.problems]
    for (const [i, writer] of writers.entries())
      problems.push(...(await writer.check(run, ledgers[i])).map(text => `${writer.name}: ${text}`))
    if (answersAsEver) problems.push(...refusalsIn(ledgers.flat()))
    await service.stop()
    problems.push(...(await findingsOfDoctor(service)))
    return { problems, counts: countsOf(ledgers.flat()), healed: healed.took }
  } catch (error) {
    throw new Error(`${error.message}\n${service.log().slice(-3000)}`)
  } finally {
    await service.stop()
    await end()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Writes without pauses. The writes are numbered from 0. */
function writeContinuously(writer, run) {
  const entries = []
  let isRunning = true
  const ended = (async () => {
    for (let number = 0; isRunning; number++) {
      const entry = await writer.write({ ...run, number })
      if (entry) entries.push({ ...entry, at: performance.now() })
    }
  })()
  const stop = async () => {
    isRunning = false
    await ended
    return entries
  }
  return { name: writer.name, entries, stop }
}

/**
 * Waits until each writer has succeeded again, or until `healing` milliseconds have passed. Returns the duration, and a
 * problem for each writer that has not succeeded.
 */
async function healingOf(writing) {
  const startedAt = performance.now()
  const isWell = ({ entries }) => entries.some(({ at, outcome }) => at > startedAt && outcome === 'done')
  while (!writing.every(isWell) && performance.now() < startedAt + healing) await delay(20)
  const ill = writing.filter(writer => !isWell(writer))
  return {
    took: Math.round(performance.now() - startedAt),
    problems: ill.map(({ name }) => `The writer of ${name} was not answered as usual ${healing} ms after the fault.`),
  }
}

async function findingsOfDoctor({ env }) {
  const { code, printed } = await runCommand(env, 'doctor', '--deep')
  return code === 0 ? [] : [`plenum doctor --deep ended with ${code}:\n${printed}`]
}

function countsOf(entries) {
  const count = outcome => entries.filter(entry => entry.outcome === outcome).length
  return { done: count('done'), refused: count('refused'), unknown: count('unknown') }
}

function refusalsIn(entries) {
  return entries
    .filter(({ outcome }) => outcome !== 'done')
    .map(({ key, outcome }) => `${key} was ${outcome}: the fault must not be noticed.`)
}

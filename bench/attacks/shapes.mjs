// Runs attacks from eight addresses while other clients work. The loopback address is limited like any other address.
// Each attack is a file in `shapes`:
//
// - `name`: the printed name
// - `beside`: the bystanders (files in `bystanders`) that must not be delayed
// - `attack({ port, from, signal })`: sends requests until `signal` is aborted, and returns the statuses of the
//   responses. `from(i)` is the address of an attacker.
import { readdir } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { median } from '../measure.mjs'
import { startBystander, startProgram, startServer } from './programs.mjs'

const limits = { p99: 150, beyondQuiet: 150, times: 3, peakMb: 400 }
const mb = bytes => bytes / 1024 / 1024
const percentile = (times, part) => [...times].sort((a, b) => a - b)[Math.floor(times.length * part)] ?? 0
const longest = times => Math.max(0, ...times)

async function chosenShapes(isChosen) {
  const files = (await readdir(new URL('shapes/', import.meta.url))).sort()
  const shapes = await Promise.all(files.map(async file => ({ file, ...(await import(`./shapes/${file}`)).shape })))
  return shapes.filter(({ name, file }) => isChosen(name) || isChosen(file))
}

export async function runShapes(isChosen, { runs, quiet, seconds }) {
  const shapes = await chosenShapes(isChosen)
  if (shapes.length === 0) return 0
  console.log('beside each shape: GET /@roles every 40 ms by another address, and the work of others')
  console.log(`${runs} runs, ${quiet} quiet seconds in each; limits of medians: ${JSON.stringify(limits)}\n`)
  const figures = new Map(shapes.map(({ name }) => [name, []]))
  for (let run = 0; run < runs; run++)
    for (const { name, ...result } of await runOnce(shapes, { quiet, seconds })) figures.get(name).push(result)
  let failed = 0
  for (const [name, results] of figures) failed += checkResults(name, results) ? 0 : 1
  failed += (await survivesSmallHeap(shapes, seconds)) ? 0 : 1
  return failed
}

async function runOnce(shapes, { quiet, seconds }) {
  const server = await startServer({ sharesLoopback: false })
  const attacker = await startProgram('attacker.mjs')
  const { port } = server.first
  const names = [...new Set(shapes.flatMap(({ beside }) => beside))]
  const bystanders = new Map()
  for (const name of ['probe', ...names]) bystanders.set(name, await startBystander(name))
  const watch = async (chosen, task) => {
    for (const name of chosen) await bystanders.get(name).ask({ begin: true, port })
    const done = await task()
    return { done, reports: await Promise.all(chosen.map(name => bystanders.get(name).ask({}))) }
  }
  await watch(['probe', ...names], () => delay(3000))
  const alone = new Map()
  for (const name of names.length === 0 ? [null] : names) {
    const chosen = ['probe', ...(name === null ? [] : [name])]
    const { reports } = await watch(chosen, () => delay((1000 * quiet) / Math.max(1, names.length)))
    for (const { times } of reports)
      for (const [kind, ms] of Object.entries(times)) alone.set(kind, [...(alone.get(kind) ?? []), ...ms])
  }
  const results = []
  for (const { name, file, beside } of shapes) {
    const before = await server.ask('begin')
    const { done, reports } = await watch(['probe', ...beside], () =>
      attacker.ask({ kind: 'shape', file, port, seconds }),
    )
    const after = await server.ask('end')
    results.push({ name, ...compare(reports, alone), peak: mb(after.peak - before.rss), faults: after.faults, done })
  }
  for (const program of [server, attacker, ...bystanders.values()]) await program.stop()
  return results
}

function compare([probe, ...others], alone) {
  const waits = probe.times.probe
  const kinds = others.flatMap(({ times }) => Object.entries(times)).filter(([, ms]) => ms.length > 0)
  return {
    p99: percentile(waits, 0.99),
    longest: longest(waits),
    beyondQuiet: longest(waits) - longest(alone.get('probe')),
    kinds: kinds.map(([kind, ms]) => ({ kind, ms: median(ms), times: median(ms) / median(alone.get(kind)) })),
    failed: [probe, ...others].flatMap(({ failed }) => Object.keys(failed)),
  }
}

function checkResults(name, results) {
  const of = key => median(results.map(result => result[key]))
  const kinds = [...new Set(results.flatMap(each => each.kinds.map(({ kind }) => kind)))].map(kind => {
    const all = results.flatMap(result => result.kinds.filter(each => each.kind === kind))
    return { kind, ms: median(all.map(({ ms }) => ms)), times: median(all.map(({ times }) => times)) }
  })
  const verdicts = {
    p99: of('p99') <= limits.p99,
    longest: of('beyondQuiet') <= limits.beyondQuiet,
    others: kinds.every(({ times }) => times <= limits.times) && results.every(({ failed }) => failed.length === 0),
    peak: of('peak') <= limits.peakMb,
    faults: results.every(({ faults }) => faults.length === 0),
  }
  const broken = Object.keys(verdicts).filter(key => !verdicts[key])
  const line = [
    broken.length === 0 ? 'ok  ' : 'OVER',
    `${of('p99').toFixed(0).padStart(5)} ms p99`,
    `${of('longest').toFixed(0).padStart(6)} longest (quiet ${(of('longest') - of('beyondQuiet')).toFixed(0)})`,
    `${of('peak').toFixed(0).padStart(5)} MB peak`,
    `${name}: ${JSON.stringify(results[0].done.statuses)}${broken.length > 0 ? ` [${broken.join(', ')}]` : ''}`,
  ]
  console.log(line.join('  '))
  for (const { kind, ms, times } of kinds)
    console.log(`        ${kind}: ${ms.toFixed(0)} ms, ${times.toFixed(1)} times quiet`)
  const failed = new Set(results.flatMap(each => each.failed))
  if (failed.size > 0) console.log(`        failed: ${[...failed].join(', ')}`)
  for (const fault of results.flatMap(({ faults }) => faults).slice(0, 2))
    console.log(`        fault: ${fault.split('\n').slice(0, 4).join(' | ')}`)
  return broken.length === 0
}

async function survivesSmallHeap(shapes, seconds) {
  const server = await startServer({ sharesLoopback: false, heap: 512 })
  const attacker = await startProgram('attacker.mjs')
  try {
    const before = await server.ask('begin')
    for (const { file } of shapes) await attacker.ask({ kind: 'shape', file, port: server.first.port, seconds })
    const after = await server.ask('end')
    console.log(
      `ok    all of them with --max-old-space-size=512: survived, ${mb(after.peak - before.rss).toFixed(0)} MB peak`,
    )
    return true
  } catch (error) {
    console.log(`OVER  all of them with --max-old-space-size=512: ${error.message}`)
    return false
  } finally {
    await Promise.all([server.stop(), attacker.stop()])
  }
}

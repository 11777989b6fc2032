// Attacks on a site of 10,000 objects, with somebody who asks for little beside each: how long that one waits, and what
// remains. Names as arguments choose among the attacks by a part of their names.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { attacks } from './attacks.mjs'
import { wait } from './client.mjs'

const limits = { waitMs: 150, peakMb: 400, keptMb: 50, descriptors: 200 }
const mb = bytes => bytes / 1024 / 1024

const program = name => new URL(name, import.meta.url)
// The heap grows as that of the service does (`limitHeapGrowth`).
const server = fork(program('server.mjs'), ['10000'], { execArgv: ['--expose-gc', '--heap-growing-percent=100'] })
const [{ port }] = await once(server, 'message')
const attacker = fork(program('attacker.mjs'))
await once(attacker, 'message')

async function ask(child, message) {
  child.send(message)
  return (await once(child, 'message'))[0]
}

/** `GET /@roles` every 40 ms, each on a connection of its own. */
function startProbe() {
  const waits = []
  const open = new Set()
  const timer = setInterval(() => {
    const begun = performance.now()
    const asked = { begun }
    open.add(asked)
    http
      .get({ port, host: '127.0.0.1', path: '/@roles', agent: false }, res => res.resume().on('close', done))
      .on('error', done)
    function done() {
      if (open.delete(asked)) waits.push(performance.now() - begun)
    }
  }, 40)
  return async () => {
    clearInterval(timer)
    const end = performance.now() + 30_000
    while (open.size > 0 && performance.now() < end) await wait(10)
    const sorted = [...waits, ...[...open].map(({ begun }) => performance.now() - begun)].sort((a, b) => a - b)
    return { longest: sorted.at(-1) ?? 0, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 }
  }
}

const chosen = process.argv.slice(2).filter(name => name !== 'attacks')
const isChosen = name => chosen.length === 0 || chosen.some(part => name.includes(part))

console.log('beside each attack: GET /@roles every 40 ms; heap and external memory after a collection')
console.log(`limits on a quiet machine: ${JSON.stringify(limits)}\n`)
let failed = 0
for (const name of Object.keys(attacks).filter(isChosen)) {
  const before = await ask(server, 'begin')
  const stopProbe = startProbe()
  const { statuses, seconds } = await ask(attacker, { name, port })
  const probe = await stopProbe()
  const after = await ask(server, 'end')
  let later = after
  const kept = figures => mb(figures.heapUsed + figures.external - before.heapUsed - before.external)
  if (later.descriptors > before.descriptors) {
    await wait(10_000)
    later = await ask(server, 'end')
  }
  const judged = {
    wait: probe.longest <= limits.waitMs,
    peak: mb(after.peak - before.rss) <= limits.peakMb,
    kept: kept(later) <= limits.keptMb,
    descriptors: after.most < limits.descriptors && later.descriptors <= before.descriptors,
    faults: after.faults.length === 0,
  }
  const broken = Object.keys(judged).filter(key => !judged[key])
  failed += broken.length > 0 ? 1 : 0
  console.log(
    [
      broken.length === 0 ? 'ok  ' : 'OVER',
      `${probe.longest.toFixed(0).padStart(6)} ms longest, ${probe.p95.toFixed(0).padStart(4)} p95`,
      `${mb(after.peak - before.rss)
        .toFixed(0)
        .padStart(5)} MB peak, ${kept(later).toFixed(0).padStart(4)} kept`,
      `${String(after.most).padStart(5)} files, ${String(later.descriptors - before.descriptors).padStart(3)} kept`,
      `${seconds.toFixed(1).padStart(5)} s`,
      `${name}: ${JSON.stringify(statuses)}${broken.length > 0 ? ` [${broken.join(', ')}]` : ''}`,
    ].join('  '),
  )
  for (const fault of after.faults.slice(0, 2)) console.log(`      fault: ${fault.split('\n').slice(0, 4).join(' | ')}`)
}
console.log(failed === 0 ? '\nAll within the limits.' : `\n${failed} over a limit.`)
attacker.kill()
server.send('stop')
process.exitCode = failed === 0 ? 0 : 1

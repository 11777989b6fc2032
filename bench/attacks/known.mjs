// Runs attacks on a site with 10,000 objects while another client sends cheap requests. Measures the waiting times of
// this client, and the memory that remains in use afterwards.
import { wait } from './client.mjs'
import { knownAttacks } from './knownAttacks.mjs'
import { startBystander, startProgram, startServer } from './programs.mjs'

const limits = { waitMs: 150, peakMb: 400, retainedMb: 50, descriptors: 200 }
const mb = bytes => bytes / 1024 / 1024

export async function runKnownAttacks(isChosen) {
  const names = Object.keys(knownAttacks).filter(isChosen)
  if (names.length === 0) return 0
  console.log('\nbeside each attack: GET /@roles every 40 ms; heap and external memory after a collection')
  console.log(`limits on a quiet machine: ${JSON.stringify(limits)}\n`)
  const programs = {
    server: await startServer(),
    attacker: await startProgram('attacker.mjs'),
    probe: await startBystander('probe'),
  }
  let failed = 0
  for (const name of names) failed += (await isOver(programs, name)) ? 1 : 0
  for (const program of Object.values(programs)) await program.stop()
  return failed
}

async function isOver(programs, name) {
  const { before, after, later, waits, attack } = await carryOut(programs, name)
  const retained = mb(later.heapUsed + later.external - before.heapUsed - before.external)
  const longest = waits.at(-1) ?? 0
  const verdicts = {
    wait: longest <= limits.waitMs,
    peak: mb(after.peak - before.rss) <= limits.peakMb,
    retained: retained <= limits.retainedMb,
    descriptors: after.most < limits.descriptors && later.descriptors <= before.descriptors,
    faults: after.faults.length === 0,
  }
  const broken = Object.keys(verdicts).filter(key => !verdicts[key])
  const p95 = waits[Math.floor(waits.length * 0.95)] ?? 0
  console.log(
    [
      broken.length === 0 ? 'ok  ' : 'OVER',
      `${longest.toFixed(0).padStart(6)} ms longest, ${p95.toFixed(0).padStart(4)} p95`,
      `${mb(after.peak - before.rss)
        .toFixed(0)
        .padStart(5)} MB peak, ${retained.toFixed(0).padStart(4)} retained`,
      `${String(after.most).padStart(5)} files, ${String(later.descriptors - before.descriptors).padStart(3)} retained`,
      `${attack.seconds.toFixed(1).padStart(5)} s`,
      `${name}: ${JSON.stringify(attack.statuses)}${broken.length > 0 ? ` [${broken.join(', ')}]` : ''}`,
    ].join('  '),
  )
  for (const fault of after.faults.slice(0, 2)) console.log(`      fault: ${fault.split('\n').slice(0, 4).join(' | ')}`)
  return broken.length > 0
}

async function carryOut({ server, attacker, probe }, name) {
  const { port } = server.first
  const before = await server.ask('begin')
  await probe.ask({ begin: true, port })
  const attack = await attacker.ask({ kind: 'known', name, port })
  const { times } = await probe.ask({})
  const after = await server.ask('end')
  let later = after
  if (later.descriptors > before.descriptors) {
    await wait(10_000)
    later = await server.ask('end')
  }
  return { before, after, later, attack, waits: times.probe.sort((a, b) => a - b) }
}

// Breaks dependencies of the service during writes, and then searches for lost or duplicate writes. Usage: npm run
// faults [-- name …]. Skips and reports faults that cannot be produced on this machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { embeddedFaults } from './embeddedFaults.mjs'
import { postgresFaults, replicaFaults } from './postgresFaults.mjs'
import { redisFaults } from './redisFaults.mjs'
import { runScenario } from './scenario.mjs'
import { stopFaults } from './stopFaults.mjs'
import { upgradeFaults } from './upgradeFaults.mjs'

const wanted = process.argv.slice(2)
const lists = [stopFaults, [...embeddedFaults, ...upgradeFaults, ...replicaFaults], [...redisFaults, ...postgresFaults]]
const faults = lists.flat()
const say = text => process.stdout.write(`${text}\n`)

const unknown = wanted.filter(name => !faults.some(fault => fault.name === name))
if (unknown.length > 0) {
  say(`There is no fault ${unknown.join(', ')}. There are: ${faults.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

process.exitCode = wanted.length === 0 ? await runLists() : await runFaults(wanted)

/**
 * Runs each list in a separate process. The stop faults run alone, because they measure times. The other lists take
 * about equally long and run concurrently, because they spend most of their time waiting.
 */
async function runLists() {
  const [alone, ...together] = lists.map(list => list.map(({ name }) => name))
  const codes = [await runInProcess(alone), ...(await Promise.all(together.map(runInProcess)))]
  return Math.max(...codes)
}

async function runInProcess(names) {
  const [code] = await once(spawn(process.execPath, [import.meta.filename, ...names], { stdio: 'inherit' }), 'exit')
  return code ?? 1
}

async function runFaults(names) {
  let failed = 0
  for (const fault of faults.filter(({ name }) => names.includes(name))) failed += (await isPassed(fault)) ? 0 : 1
  say(failed === 0 ? 'All of these passed.' : `${failed} failed.`)
  return failed === 0 ? 0 : 1
}

async function isPassed(fault) {
  const lack = await fault.lack?.()
  if (lack) {
    say(`skipped   ${fault.name}: ${lack}`)
    return true
  }
  const { problems, counts, healed } = await (fault.run?.() ?? runScenario(fault))
  const { done, refused, unknown: open } = counts
  const verdict = problems.length === 0 ? 'passed  ' : 'FAILED  '
  say(`${verdict}  ${fault.name}: ${done} done, ${refused} refused, ${open} unknown; healed in ${healed} ms`)
  for (const problem of problems.slice(0, 20)) say(`    ${problem}`)
  return problems.length === 0
}

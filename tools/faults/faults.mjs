// Breaks dependencies of the service during writes, and searches for lost or duplicate writes. Usage: npm run faults
// [-- name …]. Faults that the machine cannot produce are skipped and reported.
import { embeddedFaults } from './embeddedFaults.mjs'
import { postgresFaults } from './postgresFaults.mjs'
import { redisFaults } from './redisFaults.mjs'
import { runScenario } from './scenario.mjs'
import { stopFaults } from './stopFaults.mjs'
import { upgradeFaults } from './upgradeFaults.mjs'

const wanted = process.argv.slice(2)
const faults = [...embeddedFaults, ...stopFaults, ...upgradeFaults, ...redisFaults, ...postgresFaults]
const say = text => process.stdout.write(`${text}\n`)

const unknown = wanted.filter(name => !faults.some(fault => fault.name === name))
if (unknown.length > 0) {
  say(`There is no fault ${unknown.join(', ')}. There are: ${faults.map(({ name }) => name).join(', ')}.`)
  process.exit(2)
}

let failed = 0
let passed = 0
for (const fault of faults.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const lack = await fault.lack?.()
  if (lack) {
    say(`left out  ${fault.name}: ${lack}`)
    continue
  }
  const { problems, counts, healed } = await (fault.run?.() ?? runScenario(fault))
  const { done, refused, unknown: open } = counts
  say(
    `${problems.length === 0 ? 'passed  ' : 'FAILED  '}  ${fault.name}: ${done} done, ${refused} refused, ${open} unknown; healed in ${healed} ms`,
  )
  for (const problem of problems.slice(0, 20)) say(`    ${problem}`)
  if (problems.length === 0) passed++
  else failed++
}
say(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

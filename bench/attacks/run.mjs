// Measures the effects of attacks on other clients. Arguments select the attacks whose names contain them. `--runs`
// sets the number of runs, `--quiet` sets the seconds without attacks in each run, and `--seconds` sets the seconds per
// attack.
import { parseArgs } from 'node:util'
import { runKnownAttacks } from './known.mjs'
import { runShapes } from './shapes.mjs'

const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '3' },
    quiet: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '20' },
  },
})
const parts = positionals.filter(name => name !== 'attacks')
const isChosen = name => parts.length === 0 || parts.some(part => name.includes(part))
const times = { runs: Number(values.runs), quiet: Number(values.quiet), seconds: Number(values.seconds) }
const failed = (await runShapes(isChosen, times)) + (await runKnownAttacks(isChosen))
console.log(failed === 0 ? '\nAll within the limits.' : `\n${failed} over a limit.`)
process.exitCode = failed === 0 ? 0 : 1

// Runs before `npm start`. Builds the packages, and shows the progress on standard error, because the first build can
// take a minute. Prints nothing if the packages are up to date.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'

const { stderr } = process
const projects = []
let shownCount = 0

/** Shows a step. On a terminal, it replaces the previous step. */
function show(step) {
  stderr.write(stderr.isTTY ? `\r\u001B[K${step}` : `${step}\n`)
  shownCount++
}

/** Runs a program, and exits if the program fails. */
async function run(command, args, onLine) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  if (onLine) for await (const line of createInterface({ input: child.stdout })) onLine(line)
  else stderr.write(await text(child.stdout))
  const [code] = await ended
  if (code !== 0) process.exit(code ?? 1)
}

function onCompiler(line) {
  const [, listed] = /^ +\* (packages\/[\w-]+)/.exec(line) ?? []
  if (listed) projects.push(listed)
  const [, name] = /Building project '(packages\/[\w-]+)/.exec(line) ?? []
  if (name) show(`Building ${name} (${projects.indexOf(name) + 1} of ${projects.length}) …`)
  if (/: error TS/.test(line)) stderr.write(`${line}\n`)
}

if (!existsSync(new URL('../../node_modules/typescript', import.meta.url))) {
  stderr.write('The dependencies of Plenum are not installed. Run `npm ci`, and start Plenum again.\n')
  process.exit(1)
}
const startedAt = performance.now()
await run('tsc', ['-b', '--checkers', '1', '--verbose', 'packages/server'], onCompiler)
if (shownCount > 0) show('Bundling the packages …')
await run('npm', ['run', '--silent', 'bundle'])
if (shownCount > 0) show(`Built the packages in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`)
if (shownCount > 0 && stderr.isTTY) stderr.write('\n')

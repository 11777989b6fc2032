#!/usr/bin/env node
import { existsSync } from 'node:fs'

/** Returns the reason why the program cannot be loaded, or null if it can be loaded. */
async function loadProblem() {
  if (!existsSync(new URL('../dist/main.js', import.meta.url)))
    return 'Plenum has not been built. Run `npm run build` in the directory of the clone, and try again.'
  const { openFilesProblem } = await import('../dist/openFiles.js')
  return openFilesProblem()
}

const problem = await loadProblem()
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else {
  const { main } = await import('../dist/main.js')
  process.exitCode = await main(process.argv)
}

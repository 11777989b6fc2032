#!/usr/bin/env node
import { openFilesProblem } from '../dist/openFiles.js'

const problem = openFilesProblem()
if (problem) {
  process.stderr.write(`${problem}\n`)
  process.exitCode = 1
} else {
  const { main } = await import('../dist/main.js')
  process.exitCode = await main(process.argv)
}

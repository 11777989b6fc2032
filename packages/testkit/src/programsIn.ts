import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { buildSync } from 'esbuild'
import { endWithUs } from './endWithUs.js'

const packages = path.resolve(import.meta.dirname, '../..')

const alias = Object.fromEntries(['core', 'memoize'].flatMap(entryPointsOf))

function entryPointsOf(name: string): readonly (readonly [string, string])[] {
  const folder = path.join(packages, name)
  const { exports } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    readonly exports: Readonly<Record<string, { readonly default: string }>>
  }
  return Object.entries(exports).map(([entryPoint, { default: built }]) => [
    path.posix.join(`@plenum/${name}`, entryPoint),
    path.join(folder, built.replace('dist', 'src').replace(/\.js$/, '.ts')),
  ])
}

/** A test program that runs in a separate process and writes lines of JSON. */
export interface Program {
  /** Returns the next line that the program writes. Rejects if the program exits first. */
  line(): Promise<unknown>
  writeLine(line: string): void
  /**
   * Waits until the program ends, and returns its exit code and error output. Kills the program after `timeout`
   * milliseconds.
   */
  ended(timeout?: number): Promise<{ readonly code: number | null; readonly errors: string }>
  /** Kills the program if it is still running. */
  close(): Promise<void>
}

interface Platform {
  readonly options?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

/**
 * Creates a starter for the programs in a folder. The programs run from their sources, without a build or a test
 * runner.
 */
export function programsIn(folder: string) {
  const started: Program[] = []
  return {
    start: (name: string, args: readonly string[] = [], platform: Platform = {}): Program => {
      const program = startProgram(path.join(folder, `${name}.ts`), args, platform)
      started.push(program)
      return program
    },
    /** Kills the programs that a failed test has left running. */
    close: async (): Promise<void> => {
      await Promise.all(started.splice(0).map(program => program.close()))
    },
  }
}

function startProgram(file: string, args: readonly string[], { options = [], env = {} }: Platform): Program {
  const directory = mkdtempSync(path.join(tmpdir(), 'plenum-program-'))
  const outfile = path.join(directory, 'program.cjs')
  buildSync({ entryPoints: [file], outfile, alias, bundle: true, platform: 'node', logLevel: 'error' })
  const child = endWithUs(spawn(process.execPath, [...options, outfile, ...args], { env: { ...process.env, ...env } }))
  const exit = once(child, 'exit').finally(() => rmSync(directory, { recursive: true }))
  let errors = ''
  child.stderr.on('data', chunk => (errors += chunk))
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  return {
    line: async () => {
      const { value, done } = await lines.next()
      if (done) throw new Error(`The program ended: ${errors}`)
      return JSON.parse(value)
    },
    writeLine: line => child.stdin.write(`${line}\n`),
    ended: async (timeout = 10_000) => {
      child.stdin.end()
      const late = setTimeout(() => child.kill('SIGKILL'), timeout)
      const [code] = await exit
      clearTimeout(late)
      return { code, errors }
    },
    close: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')
const plenum = path.join(root, 'packages/server/bin/plenum.js')
const mainOfPlenum = path.join(root, 'packages/server/dist/main.js')

type Env = Readonly<Record<string, string>>

/**
 * A program that runs commands sequentially. After the output of each command, it writes NUL to both streams as a
 * separator and, on stdout, also the exit code and another NUL.
 */
const runnerOfCommands = `
const { main } = await import(process.argv[1])
for (const { args, env } of JSON.parse(process.argv[2])) {
  process.env = env
  process.exitCode = undefined
  const code = await main([process.execPath, 'plenum', ...args])
  process.stdout.write('\\0' + code + '\\0')
  process.stderr.write('\\0')
}
process.exitCode = 0`

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

export interface Command {
  readonly args: readonly string[]
  readonly env?: Env
}

export interface RunningServer {
  readonly url: string
  lines(): readonly string[]
  /** Stops the server gracefully and returns its exit code. `signal` defaults to SIGTERM. */
  stop(signal?: NodeJS.Signals): Promise<number>
  kill(): Promise<void>
}

/**
 * The processes of a test and their data directory. The processes receive only PATH and the given environment
 * variables.
 */
export interface Programs {
  /** The path of the data directory, which is initially empty. */
  readonly directory: string
  /** Starts a program in the root folder of the repository. */
  launch(command: string, args: readonly string[], env?: Env): ChildProcess
  /** Runs a `plenum` command until it exits. `input` is its standard input. */
  run(args: readonly string[], options?: { readonly env?: Env; readonly input?: string }): Promise<Ended>
  /**
   * Runs several `plenum` commands without input in a single process, because starting a process takes a second. The
   * results are the same as with `run`.
   */
  runEach(commands: readonly Command[]): Promise<readonly Ended[]>
  /** Starts the built `plenum serve` on a free port of 127.0.0.1, and waits until it listens. */
  serve(env?: Env): Promise<RunningServer>
  /** Kills all processes and deletes the data directory. */
  close(): Promise<void>
}

export function createPrograms(): Programs {
  const directory = mkdtempSync(path.join(tmpdir(), 'plenum-'))
  const running = new Set<ChildProcess>()
  const settingsOf = (env: Env = {}) => ({ PATH: process.env.PATH ?? '', DATA_DIR: directory, PORT: '0', ...env })
  const launch = (command: string, args: readonly string[], env?: Env): ChildProcess => {
    const child = spawn(command, args, { cwd: root, env: settingsOf(env) })
    running.add(child)
    child.once('exit', () => running.delete(child))
    return child
  }
  const start = (args: readonly string[], env?: Env) => launch(process.execPath, [plenum, ...args], env)
  return {
    directory,
    launch,
    run: (args, { env, input = '' } = {}) => outcomeOf(start(args, env), input),
    runEach: async commands => {
      const options = JSON.stringify(commands.map(({ args, env }) => ({ args, env: settingsOf(env) })))
      const runner = ['--input-type=module', '-e', runnerOfCommands, mainOfPlenum, options]
      return endedEach(await outcomeOf(launch(process.execPath, runner), ''), commands.length)
    },
    serve: env => listening(start(['serve'], env)),
    close: async () => {
      await Promise.all([...running].map(child => end(child, 'SIGKILL')))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function outcomeOf(child: ChildProcess, input: string): Promise<Ended> {
  let [out, err] = ['', '']
  child.stdout?.on('data', chunk => (out += chunk))
  child.stderr?.on('data', chunk => (err += chunk))
  child.stdin?.end(input)
  const [code] = await once(child, 'close')
  return { code, out, err }
}

/** Returns the outcome of each command. Throws if the process ended before the last command. */
function endedEach({ code, out, err }: Ended, count: number): readonly Ended[] {
  const [outs, errs] = [out.split('\0'), err.split('\0')]
  if (code !== 0 || outs.length !== 2 * count + 1) throw new Error(`Commands ended with ${code}: ${out}${err}`)
  return Array.from({ length: count }, (_, i) => ({
    code: Number(outs[2 * i + 1]),
    out: outs[2 * i] ?? '',
    err: errs[i] ?? '',
  }))
}

/** Waits until a server process is listening. If the process exits first, throws an error that contains its output. */
export async function listening(child: ChildProcess): Promise<RunningServer> {
  let out = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (out += chunk))
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const match = /"url":"([^"]+)"/.exec(out)
      if (!match?.[1]) return
      child.stdout?.off('data', look)
      resolve(match[1])
    }
    child.stdout?.on('data', look)
    child.once('exit', code => reject(new Error(`The server ended with ${code}: ${out}`)))
  })
  return {
    url,
    lines: () => out.split('\n').filter(line => line !== ''),
    stop: (signal = 'SIGTERM') => end(child, signal),
    kill: async () => void (await end(child, 'SIGKILL')),
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number> {
  child.kill(signal)
  const [code] = await once(child, 'exit')
  return code
}

export function basicAuthorization(name: string, password: string): { readonly authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` }
}

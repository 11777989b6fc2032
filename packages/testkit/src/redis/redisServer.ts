import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { endWithUs } from '../endWithUs.js'
import { freePort } from './freePort.js'

/** A real Redis server in a separate process. */
export interface RedisServer {
  readonly port: number
  readonly url: string
  /** Kills the server immediately, as a machine failure would. */
  kill(): Promise<void>
  /** Pauses the process until `resume` is called. Connections remain open but receive no replies. */
  pause(): void
  resume(): void
  /** Restarts the server on the same port. Its data is lost unless the server is configured to persist it. */
  restart(): Promise<void>
  /** Kills the server and deletes its files. */
  close(): Promise<void>
}

/** Starts a server without persistence. `settings` are settings of redis.conf, by name. */
export function startRedis(program: string, settings: Readonly<Record<string, string>> = {}): Promise<RedisServer> {
  return start(program, (port, directory) => {
    const all = { bind: '127.0.0.1', port: String(port), dir: directory, save: '', appendonly: 'no', ...settings }
    return Object.entries(all).flatMap(([name, value]) => [`--${name}`, value])
  })
}

/**
 * Starts a sentinel that replaces a failed master with its replica within about two seconds, without other sentinels.
 */
export function startRedisSentinel(program: string, name: string, master: RedisServer): Promise<RedisServer> {
  return start(program, (port, directory) => {
    const file = path.join(directory, 'sentinel.conf')
    const settings = [
      `port ${port}`,
      `dir ${directory}`,
      `sentinel monitor ${name} 127.0.0.1 ${master.port} 1`,
      `sentinel down-after-milliseconds ${name} 500`,
      `sentinel failover-timeout ${name} 2000`,
    ]
    writeFileSync(file, settings.join('\n'))
    return [file, '--sentinel']
  })
}

async function start(
  program: string,
  argumentsFor: (port: number, directory: string) => readonly string[],
): Promise<RedisServer> {
  const directory = mkdtempSync(path.join(tmpdir(), 'plenum-redis-'))
  const port = await freePort()
  const args = argumentsFor(port, directory)
  let child = await launch(program, args, port)
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    kill,
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    restart: async () => {
      await kill()
      child = await launch(program, args, port)
    },
    close: async () => {
      await kill()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

async function launch(program: string, args: readonly string[], port: number): Promise<ChildProcess> {
  const child = endWithUs(spawn(program, args, { stdio: 'ignore' }))
  for (let waited = 0; waited < 10_000; waited += 20) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`)
    if (await isListening(port)) return child
    await delay(20)
  }
  child.kill('SIGKILL')
  throw new Error(`${program} does not listen on ${port}.`)
}

function isListening(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}

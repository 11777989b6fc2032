import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../redis/freePort.js'
import { copyDatabases } from './copyDatabases.js'
import { postgresPrograms } from './postgresPrograms.js'
import type { PostgresServer } from './server.js'
import { type TemporaryFolder, temporaryFolder } from './temporaryFolder.js'

/**
 * The settings of test servers, which do not flush data to disk. Committed data survives the end of the process, but
 * not a failure of the machine.
 */
const usualSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  shared_buffers: '32MB',
  max_connections: '300',
}

type Settings = Readonly<Record<string, string>>

/** Starts a server with an empty database on a free port of 127.0.0.1. `settings` are settings of postgresql.conf. */
export async function startPostgres(settings: Settings = {}): Promise<PostgresServer> {
  const folder = temporaryFolder()
  const programs = postgresPrograms(folder)
  const password = initialize(folder, programs)
  return startServer({ folder, programs, password }, settings)
}

export const replicating: Settings = { wal_level: 'replica', max_wal_senders: '8', wal_keep_size: '256MB' }

/** Starts a replica of `primary`, which must run with the settings in `replicating`. */
export async function startStandby(primary: PostgresServer, settings: Settings = {}): Promise<PostgresServer> {
  const folder = temporaryFolder()
  const { password, hostname, port, username } = new URL(primary.url)
  await copyDatabases(primary, folder)
  const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  const following = { primary_conninfo: conninfo, ...replicating, ...settings }
  return startServer({ folder, programs: primary.programs, password }, following)
}

interface Initialized {
  readonly folder: TemporaryFolder
  readonly programs: string
  readonly password: string
}

async function startServer({ folder, programs, password }: Initialized, settings: Settings): Promise<PostgresServer> {
  const port = await freePort()
  const all = { port: String(port), ...usualSettings, ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const start = () => launch(folder, path.join(programs, 'bin/postgres'), args)
  let child = await start()
  return {
    port,
    folder: folder.path,
    programs,
    url: `postgres://plenum:${password}@127.0.0.1:${port}/postgres`,
    kill: () => ended(child, 'SIGKILL'),
    pause: () => child.kill('SIGSTOP'),
    resume: () => child.kill('SIGCONT'),
    restart: async () => {
      await ended(child, 'SIGINT')
      child = await start()
    },
    close: async () => {
      // The file of a killed server is removed, because the process id in this file may now belong to another process,
      // which would otherwise be stopped.
      if (hasEnded(child)) rmSync(pidFile(folder), { force: true })
      await folder.close()
    },
  }
}

function initialize({ path: folder, owner }: TemporaryFolder, programs: string): string {
  const password = randomBytes(16).toString('hex')
  const file = path.join(folder, 'password')
  writeFileSync(file, password, { mode: 0o644 })
  const args = ['--no-sync', '--encoding=UTF8', '--locale=C', '--username=plenum', '--auth=scram-sha-256']
  // Password hashes use one iteration instead of 4,096, because the password is random and tests connect often.
  args.push(`--pwfile=${file}`, '--set=scram_iterations=1', '-D', path.join(folder, 'data'))
  execFileSync(path.join(programs, 'bin/initdb'), args, { ...owner, cwd: folder, stdio: 'pipe' })
  return password
}

/** Starts the server process, and waits until the server responds. */
async function launch(folder: TemporaryFolder, program: string, args: readonly string[]): Promise<ChildProcess> {
  for (;;) {
    const child = run(folder, program, args)
    while (!hasEnded(child)) {
      if (isReady(folder, child)) return child
      await delay(20)
    }
    const text = readFileSync(logFile(folder), 'utf8')
    // The start is repeated, because the child processes of a killed server end slightly later than its main process.
    if (stillInUse.test(text.trimEnd())) await delay(50)
    else {
      await folder.close()
      throw new Error(`PostgreSQL did not start: ${text}`)
    }
  }
}

/**
 * Matches the last line of the log if processes of the killed server still use the folder. The path of the folder is
 * sometimes absolute and sometimes relative.
 */
const stillInUse = /Terminate any old server processes associated with data directory "[^"\n]*"\.$/

const pidFile = (folder: TemporaryFolder) => path.join(folder.path, 'data/postmaster.pid')
const logFile = (folder: TemporaryFolder) => path.join(folder.path, 'log')

function run(folder: TemporaryFolder, program: string, args: readonly string[]): ChildProcess {
  const log = openSync(logFile(folder), 'a')
  const options = { ...folder.owner, cwd: folder.path }
  const child = spawn(program, ['-D', path.join(folder.path, 'data'), ...args], {
    ...options,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.unref()
  return child
}

function isReady(folder: TemporaryFolder, child: ChildProcess): boolean {
  try {
    const text = readFileSync(pidFile(folder), 'utf8')
    return text.startsWith(`${child.pid}\n`) && /\nready\s*$/.test(text)
  } catch {
    return false
  }
}

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(child)) return
  child.ref()
  child.kill('SIGCONT')
  child.kill(signal)
  await once(child, 'exit')
}

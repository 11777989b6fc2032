import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import path from 'node:path'

const [user, password] = ['admin', 'Smoke-password-1']
const headers = {
  accept: 'application/json',
  'content-type': 'application/json',
  authorization: `Basic ${btoa(`${user}:${password}`)}`,
}
/** The time limit, in milliseconds, for the first start with the demonstration on a slow machine. */
const timeout = 60_000

const page = {
  '@type': 'Document',
  title: 'Long',
  text: { data: '<p>long</p>'.repeat(40_000), 'content-type': 'text/html' },
}
const file = {
  data: btoa('x'.repeat(2_000_000)),
  encoding: 'base64',
  filename: 'x.bin',
  'content-type': 'application/x-any',
}

/**
 * Starts the installed service with an empty data directory, like `npx plenum serve`, and requests its root. Then sends
 * a password, long HTML and a body of more than 1 MiB, which the service processes in worker threads. If a step fails,
 * throws an Error with the log of the service.
 */
export async function checkService(program, runtime) {
  const service = launch(program, runtime)
  try {
    const url = await service.listening()
    const root = await ask(url)
    for (const content of [page, { '@type': 'File', title: 'Large', file }])
      await ask(url, { method: 'POST', body: JSON.stringify(content) })
    const code = await service.stop()
    if (code !== 0) throw new Error(`it ended with ${code}`)
    if (/"level":"(?:warn|error|fatal)"/.test(service.log())) throw new Error('it warned')
    return `${root.title}, ${root.items_total} items`
  } catch (error) {
    throw new Error(`plenum serve on ${runtime.name}: ${error.message}\n${service.log()}`)
  } finally {
    await service.kill()
  }
}

async function ask(url, request = {}) {
  const answer = await fetch(url, { headers, ...request })
  if (!answer.ok) throw new Error(`${request.method ?? 'GET'} is answered with ${answer.status}`)
  return answer.json()
}

function launch(program, runtime) {
  const dataDir = mkdtempSync(path.join(program, 'data-'))
  const PATH = [path.dirname(runtime.program), process.env.PATH].join(path.delimiter)
  const env = { PATH, HOME: dataDir, DATA_DIR: dataDir, PORT: '0', ADMIN_USER: user, ADMIN_PASSWORD: password }
  const child = spawn(path.join(program, 'node_modules/.bin/plenum'), ['serve'], { cwd: program, env })
  const ended = once(child, 'exit')
  let log = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', text => (log += text))
  const stop = async (signal = 'SIGTERM') => {
    child.kill(signal)
    return (await ended)[0]
  }
  return {
    log: () => log,
    listening: () => addressIn(child, () => log),
    stop,
    kill: async () => {
      if (child.exitCode === null) await stop('SIGKILL')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export function addressIn(child, log) {
  return new Promise((resolve, reject) => {
    const look = () => {
      const [, url] = /"url":"([^"]+)"/.exec(log()) ?? []
      if (url !== undefined) resolve(url)
    }
    child.stdout.on('data', look)
    child.once('exit', () => reject(new Error('it ended before it listened')))
    setTimeout(() => reject(new Error(`it does not listen after ${timeout} ms`)), timeout).unref()
  })
}

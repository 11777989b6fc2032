// Starts the measured processes. Each process has a preloaded probe (probe.mjs) that reports its use of resources.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { copyOfSite } from '../sites/storedSite.mjs'

const pathOf = name => fileURLToPath(new URL(name, import.meta.url))
const probe = ['--import', new URL('probe.mjs', import.meta.url).href]

/** Returns the next message from a child process. Throws if the process ends before it sends a message. */
function messageOf(child) {
  return new Promise((resolve, reject) => {
    const fail = code => reject(new Error(`A measured program ended with ${code}.`))
    child.once('exit', fail)
    child.once('message', message => {
      child.off('exit', fail)
      resolve(message)
    })
  })
}

function measured(child, url) {
  return {
    url,
    pid: child.pid,
    /** Returns the CPU time since the start (`cpu`, in microseconds), and the memory (`rss`, in bytes). */
    usage: () => {
      const answer = messageOf(child)
      child.send('usage')
      return answer
    },
    stop: async () => {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}

export async function startPlenum(site, settings = {}) {
  const dir = mkdtempSync(path.join(tmpdir(), 'plenum-bench-'))
  await copyOfSite(site, dir)
  const log = path.join(dir, 'log')
  const out = openSync(log, 'w')
  const child = fork(pathOf('../../packages/server/bin/plenum.js'), ['serve'], {
    env: { ...process.env, PORT: '0', DATA_DIR: dir, ...settings },
    execArgv: probe,
    stdio: ['ignore', out, 'inherit', 'ipc'],
  })
  closeSync(out)
  const { stop, ...server } = measured(child, await urlIn(log, child))
  const end = async () => {
    await stop()
    rmSync(dir, { recursive: true, force: true })
  }
  return { ...server, stop: end }
}

async function urlIn(log, child) {
  for (;;) {
    const [, url] = /"url":"([^"]+)","dataDir"/.exec(readFileSync(log, 'utf8')) ?? []
    if (url) return url
    if (child.exitCode !== null) throw new Error(`plenum serve ended with ${child.exitCode}.`)
    await delay(50)
  }
}

export async function startYardstick(kind) {
  const child = fork(pathOf('yardsticks.mjs'), [kind], { execArgv: probe })
  await messageOf(child)
  const give = async answer => {
    child.send({ answer })
    const { url } = await messageOf(child)
    return measured(child, url)
  }
  return { give, stop: measured(child).stop }
}

/**
 * Starts a process that sends requests (generator.mjs or plainGenerator.mjs). Returns functions for sending requests
 * and for ending the process.
 */
export function startGenerator(program = 'generator.mjs') {
  const child = fork(pathOf(program))
  const send = async load => {
    const answer = messageOf(child)
    child.send(load)
    const result = await answer
    if (result.problem) throw new Error(`${load.url}: ${result.problem}`)
    return result
  }
  return { send, stop: () => child.disconnect() }
}

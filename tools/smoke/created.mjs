import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { npm, run } from './programs.mjs'

/** The time limit, in milliseconds, for the first start on a slow machine. */
const timeout = 60_000

/**
 * Runs `create-plenum` from its tarball, once for a site and once for an application. Installs the packages from the
 * tarballs, starts both programs, and requests their content.
 */
export async function checkCreatedFolders(place, tarballs) {
  const [tarball] = readdirSync(tarballs).filter(name => name.startsWith('create-plenum-'))
  const create = (...args) =>
    npm(['exec', '--yes', `--package=${path.join(tarballs, tarball)}`, '--', 'create-plenum', ...args], place)
  await create('garden', '--packages', tarballs)
  await create('application', '--embed', '--packages', tarballs)
  const [garden, application] = ['garden', 'application'].map(name => path.join(place, name))
  for (const folder of [garden, application]) await npm(['install', '--no-audit', '--no-fund'], folder)
  await run(path.join(garden, 'node_modules/.bin/plenum'), ['init', '--yes'], { cwd: garden })
  await checkStart(garden)
  await checkStart(application)
}

/** Runs `npm start` until it prints a URL, and requests this URL. */
async function checkStart(folder) {
  const env = { ...process.env, PORT: '0', PUBLIC_URL: '' }
  const child = spawn('npm', ['start', '--silent'], { cwd: folder, env, detached: true })
  try {
    const answer = await fetch(await urlFrom(child), { headers: { accept: 'application/json' } })
    if (!answer.ok) throw new Error(`${path.basename(folder)}: GET is answered with ${answer.status}`)
  } finally {
    // The signal is sent to the process group, which includes the program that npm has started.
    const ended = once(child, 'exit')
    process.kill(-child.pid, 'SIGTERM')
    await ended
  }
}

function urlFrom(child) {
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', text => {
        output += text
        const [url] = /(?<="url":")[^"]+|^http:\S+$/m.exec(output) ?? []
        if (url !== undefined) resolve(url)
      })
    child.once('exit', () => reject(new Error(`it ended before it listened:\n${output}`)))
    setTimeout(() => reject(new Error(`it does not listen after ${timeout} ms:\n${output}`)), timeout).unref()
  })
}

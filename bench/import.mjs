// Imports a Plone export with many objects and large files into a running site while clients read and write. OBJECTS
// and MEGABYTES set the size. The benchmark sets limits only for memory and for the waiting times of other clients,
// because the duration of the import depends on the machine.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, ftruncateSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { plonePage, ploneUid, writePloneExport } from '@plenum/testkit'

const objects = Number(process.env.OBJECTS ?? 10_000)
const megabytes = Number(process.env.MEGABYTES ?? 2048)
const most = { memory: 400, read: 50 }

const plenum = fileURLToPath(new URL('../packages/server/bin/plenum.js', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'plenum-import-'))
const port = await freePort()
const env = {
  ...process.env,
  DATA_DIR: path.join(folder, 'data'),
  EMPTY_SITE: '1',
  ADMIN_PASSWORD: 'Secret-password-1',
  LOG_LEVEL: 'fatal',
  WRITE_WAIT: '5',
  PORT: String(port),
}
const base = `http://127.0.0.1:${port}`
const authorization = `Basic ${Buffer.from('admin:Secret-password-1').toString('base64')}`

writeExport(path.join(folder, 'export'))
const server = spawn(process.execPath, [plenum, 'serve'], { env, stdio: 'ignore' })
try {
  await until(async () => (await fetch(`${base}/healthz`)).ok)
  // Sends requests before the import begins, so that the password check and the compilation of code do not affect the
  // measurement.
  await pauseOf(watchOthers(), 2000)
  const others = watchOthers()
  const outcome = await runImport()
  const waited = await others.stop()
  printResults(outcome, waited)
} finally {
  server.kill()
  await once(server, 'exit')
  rmSync(folder, { recursive: true })
}

/**
 * Writes an export with pages in folders of a hundred pages, an old version of every fifth page, and files of 2 MiB
 * with different bytes.
 */
function writeExport(target) {
  const files = Math.round(megabytes / 2)
  const folders = Math.ceil(objects / 100)
  const pages = Array.from({ length: objects - files }, (_, i) => (i < folders ? `/f${i}` : `/f${i % folders}/p${i}`))
  const text = 'Words that a page has, of which a search finds some. '.repeat(20)
  const blocks = { a: { '@type': 'slate', plaintext: text, value: [{ type: 'p', children: [{ text }] }] } }
  const old = at => ({ 0: { '@type': 'Document', title: at, blocks, modified: '2026-03-01T10:00:00+00:00' } })
  writePloneExport(target, {
    objects: [
      ...pages.map((at, i) =>
        plonePage(at, {
          blocks,
          blocks_layout: { items: ['a'] },
          ...(i % 5 === 0 ? { 'exportimport.versions': old(at) } : {}),
        }),
      ),
      ...Array.from({ length: files }, (_, i) => fileAt(`/f${i % folders}/file${i}`)),
    ],
  })
  for (let i = 0; i < files; i++) {
    const at = `/f${i % folders}/file${i}`
    const name = path.join(target, 'content', ploneUid(at), 'file')
    writePloneFile(name, i)
  }
}

function fileAt(at) {
  const blob_path = `${ploneUid(at)}/file`
  const file = { filename: 'a.bin', 'content-type': 'application/octet-stream', size: 2 * 1024 * 1024, blob_path }
  return { '@id': at, '@type': 'File', title: at, file }
}

function writePloneFile(name, number) {
  const file = openSync(name, 'w')
  writeSync(file, `file number ${number}`)
  ftruncateSync(file, 2 * 1024 * 1024)
  closeSync(file)
}

/**
 * Returns the total duration, the time at which each step ends, the CPU time (all in seconds), and the peak memory in
 * MiB.
 */
async function runImport() {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [plenum, 'import', 'plone', path.join(folder, 'export')], { env })
  const ends = {}
  let memory = 0
  let cpu = 0
  const sampling = setInterval(() => {
    try {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8')
      memory = Math.max(memory, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
      const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(') ')[1].split(' ')
      cpu = (Number(stat[11]) + Number(stat[12])) / 100
    } catch {}
  }, 100)
  child.stderr.on('data', text => {
    for (const [, step] of String(text).matchAll(/of \d+ (objects read|files stored|objects written)/g))
      ends[step] = (performance.now() - startedAt) / 1000
  })
  let output = ''
  child.stdout.on('data', text => {
    output += text
  })
  const [code] = await once(child, 'exit')
  clearInterval(sampling)
  if (code !== 0) throw new Error(`The import has failed: ${output}`)
  return { seconds: (performance.now() - startedAt) / 1000, ends, memory, cpu }
}

function watchOthers() {
  let isOver = false
  const reads = []
  const writes = []
  let busy = 0
  const reading = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      await (
        await fetch(`${base}/?never=${reads.length}`, { headers: { accept: 'application/json', authorization } })
      ).text()
      reads.push(performance.now() - startedAt)
      await pause(10)
    }
  })()
  const writing = (async () => {
    while (!isOver) {
      const startedAt = performance.now()
      const body = JSON.stringify({ description: `${startedAt}` })
      const headers = { accept: 'application/json', 'content-type': 'application/json', authorization }
      const { status } = await fetch(`${base}/`, { method: 'PATCH', headers, body })
      writes.push(performance.now() - startedAt)
      if (status === 503) busy += 1
      await pause(100)
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await Promise.all([reading, writing])
      return { reads: reads.toSorted((a, b) => a - b), writes: writes.toSorted((a, b) => a - b), busy }
    },
  }
}

function printResults({ seconds, ends, memory, cpu }, { reads, writes, busy }) {
  const { 'objects read': read = 0, 'files stored': stored = read, 'objects written': written = seconds } = ends
  console.log(
    `${objects} objects with ${megabytes} MiB of files: ${seconds.toFixed(1)} s, ${cpu.toFixed(1)} s of CPU time`,
  )
  console.log(
    `  read and checked ${read.toFixed(1)} s, files ${(stored - read).toFixed(1)} s, content ${(written - stored).toFixed(1)} s, the rest ${(seconds - written).toFixed(1)} s`,
  )
  console.log(`  memory ${memory.toFixed(0)} MiB (limit ${most.memory})`)
  const at = (times, part) => (times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0).toFixed(1)
  console.log(
    `  ${reads.length} reads of others: median ${at(reads, 0.5)} ms, 99 % ${at(reads, 0.99)} ms, longest ${at(reads, 1)} ms`,
  )
  console.log(
    `  ${writes.length} writes of others: median ${at(writes, 0.5)} ms, longest ${at(writes, 1)} ms, ${busy} answered with 503`,
  )
  if (memory > most.memory) process.exitCode = 1
}

async function pauseOf(watched, milliseconds) {
  await pause(milliseconds)
  await watched.stop()
}

async function freePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port: free } = probe.address()
  probe.close()
  return free
}

async function until(holds) {
  for (let left = 200; left > 0; left--) {
    if (await holds().catch(() => false)) return
    await pause(100)
  }
  throw new Error('The server does not answer.')
}

function pause(milliseconds) {
  return new Promise(resolve => setTimeout(resolve, milliseconds))
}

import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { killAll, killWorker } from './killing.mjs'
import { repeatedly } from './repeatedly.mjs'

const isRoot = process.getuid?.() === 0

export const embeddedFaults = [
  { name: 'none', happen: () => delay(1000) },
  { name: 'all-killed', happen: run => repeatedly(5, 2500, () => killAll(run)) },
  {
    name: 'worker-killed',
    settings: () => ({ WORKERS: '2' }),
    happen: run => repeatedly(3, 4000, () => killWorker(run)),
  },
  diskFull(),
  clockBack(),
]

/** Simulates a full disk: fills a small file system that contains only the data directory. */
function diskFull() {
  let folder = ''
  return {
    name: 'disk-full',
    lack: () =>
      isRoot && process.platform === 'linux' ? null : 'only root may make the small file system that it needs.',
    settings: dir => {
      folder = path.join(dir, 'data')
      mkdirSync(folder)
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=300m', 'tmpfs', folder])
      return {}
    },
    happen: async () => {
      const filling = path.join(folder, 'filling')
      // The disk is filled repeatedly, because the service frees space between the attempts.
      await repeatedly(40, 100, () => fill(filling))
      rmSync(filling)
    },
    end: () => void execFileSync('umount', ['-l', folder]),
  }
}

function fill(file) {
  for (const size of [1024 * 1024, 4096])
    for (;;) {
      try {
        appendFileSync(file, Buffer.alloc(size))
      } catch {
        break
      }
    }
}

function clockBack() {
  let file = ''
  return {
    name: 'clock-back',
    lack: () => (libfaketime() ? null : 'libfaketime is not there.'),
    settings: dir => {
      file = path.join(dir, 'clock')
      writeFileSync(file, '+0')
      return {
        LD_PRELOAD: libfaketime(),
        FAKETIME_TIMESTAMP_FILE: file,
        FAKETIME_NO_CACHE: '1',
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
    },
    happen: async () => {
      writeFileSync(file, '-3600')
      await delay(3000)
      writeFileSync(file, '+0')
    },
  }
}

function libfaketime() {
  try {
    const places = execFileSync('find', ['/usr/lib', '-name', 'libfaketime.so.1'], { encoding: 'utf8' })
    return places.split('\n')[0] ?? ''
  } catch {
    return ''
  }
}

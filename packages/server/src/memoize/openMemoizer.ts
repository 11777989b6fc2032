import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createMemoizer, type MemoizeSettings, type Memoizing, wordInEnglish } from '@plenum/core'
import { connectRedis, redisStore, v8Codec } from '@plenum/redis-store'
import type { Logger } from 'pino'
import { StartError } from '../database.js'

export interface OpenedMemoizer extends Memoizing {
  close(): Promise<void>
}

/** Payloads of a large event have a megabyte each. */
const ram = { entries: 200, bytes: 64 * 1024 * 1024 }

/** Memoizes in this process, and across processes where the settings have the address of a store. Throws a StartError for an address that is none. */
export function openMemoizer(settings: MemoizeSettings, log: Pick<Logger, 'info' | 'warn'>): OpenedMemoizer {
  const store = settings.url === null ? null : openStore(settings, settings.url)
  const memoizer = createMemoizer({
    settings,
    ram,
    clock: () => performance.now(),
    digest: text => createHash('sha256').update(text).digest('base64url'),
    shared: store && { store, codec: v8Codec, timer: startTimer },
    onLog: (level, what) => log[level](wordInEnglish(what)),
  })
  const close = async () => {
    await memoizer.settled()
    await store?.close()
  }
  return { memoizer, release: releaseOf(path.join(import.meta.dirname, '../../package.json')), close }
}

function openStore({ prefix, maxSize, timeout, retryAfter }: MemoizeSettings, url: string) {
  try {
    const nodes = connectRedis({ url, timeout: timeout * 1000, retryAfter: retryAfter * 1000 })
    return redisStore({ nodes, prefix, form: v8Codec.form, maxSize, timeout: timeout * 1000 })
  } catch {
    // What the client says of an address may repeat it with its password.
    throw new StartError('SHARED_MEMOIZE_URL: is no address of Redis, such as redis://:password@host:6379/0.')
  }
}

function startTimer(milliseconds: number, run: () => void): () => void {
  const timer = setTimeout(run, milliseconds)
  return () => clearTimeout(timer)
}

function releaseOf(manifest: string): string {
  return (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version
}

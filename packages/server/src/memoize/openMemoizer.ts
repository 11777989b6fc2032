import { once } from 'node:events'
import { type Memoizing, wordInEnglish } from '@plenum/core'
import { createMemoizer, type MemoizeSettings, type SharedOptions } from '@plenum/core/memoize'
import { shareThroughRedis } from '@plenum/redis-store'
import { sha256 } from '@plenum/world'
import type { Logger } from 'pino'
import type { Catalogs } from '../languages/loadCatalogs.js'
import { StartError } from '../startError.js'
import { ownBuildId } from './buildIdOf.js'

export interface OpenedMemoizer extends Memoizing {
  /** Waits for what is being written, and when the signal is given for nothing: what still waits fails. */
  close(graceOver?: AbortSignal): Promise<void>
}

/** Payloads of a large event have a megabyte each. */
const ram = { entries: 200, bytes: 64 * 1024 * 1024 }

/**
 * Memoizes in this process, and across processes where the settings have the address of a store. `catalogs` are those
 * that answers are worded by. Throws a StartError for an address that is none.
 */
export function openMemoizer(
  settings: MemoizeSettings,
  log: Pick<Logger, 'info' | 'warn'>,
  catalogs: Catalogs = {},
): OpenedMemoizer {
  const shared = settings.url === null ? null : openShared({ ...settings, url: settings.url })
  const memoizer = createMemoizer({
    settings,
    ram,
    shared,
    clock: () => performance.now(),
    digest: sha256,
    onLog: (level, what) => log[level](wordInEnglish(what)),
  })
  const close = async (graceOver?: AbortSignal) => {
    await Promise.race([memoizer.settled(), ...(graceOver ? [whenAborted(graceOver)] : [])])
    await shared?.store.close()
  }
  return { memoizer, buildId: ownBuildId(catalogs), close }
}

async function whenAborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort')
}

function openShared(settings: Parameters<typeof shareThroughRedis>[0]): SharedOptions {
  try {
    return shareThroughRedis(settings)
  } catch (error) {
    throw new StartError(`SHARED_MEMOIZE_URL: ${error instanceof Error ? error.message : 'cannot be read.'}`)
  }
}

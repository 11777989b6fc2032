import type { Memoizing } from '@plenum/core'
import type { MemoizeStatus } from '@plenum/core/answers'
import { createMemoizer, type MemoizeSettings, type Sharing } from '@plenum/core/memoize'
import { sha256 } from '@plenum/platform'
import { shareThroughRedis } from '@plenum/redis-store'
import type { Logger } from 'pino'
import type { Catalogs } from '../languages/loadCatalogs.js'
import { StartError } from '../startError.js'
import { whenAborted } from '../stopSignals.js'
import { ownBuildId } from './buildIdOf.js'

/** The open cache, and the build id of the program. */
export interface OpenedMemoizer extends Memoizing {
  /** Waits for running writes until `graceOver` is aborted. The remaining writes then fail. */
  close(graceOver?: AbortSignal): Promise<void>
}

/** The maximum size of the in-memory cache. The payload of a large event takes up about one megabyte. */
const ram = { entries: 200, bytes: 64 * 1024 * 1024 }

/**
 * Opens the cache of this process. If the settings contain a store URL, the cache is shared with other processes.
 * `catalogs` contains the messages in payloads. Throws a StartError if the URL is invalid.
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
    onLog: (level, message) => log[level](message),
  })
  const close = async (graceOver?: AbortSignal) => {
    await Promise.race([memoizer.settled(), ...(graceOver ? [whenAborted(graceOver)] : [])])
    await shared?.store.close()
  }
  // The build id takes 60 ms to compute and is needed only for a shared cache, because the values in process memory
  // were created by this program.
  return { memoizer, buildId: shared ? ownBuildId(catalogs) : 'unshared', close }
}

function openShared(settings: Parameters<typeof shareThroughRedis>[0]): Sharing {
  try {
    return shareThroughRedis(settings)
  } catch (error) {
    throw new StartError(`SHARED_MEMOIZE_URL: ${error instanceof Error ? error.message : 'cannot be read.'}`)
  }
}

/**
 * Logs whether the shared cache server responds, and its URL without secrets. Logs nothing if no server is
 * configured.
 */
export function logSharedCache({ settings, server }: MemoizeStatus, log: Pick<Logger, 'info' | 'warn'>): void {
  if (server === null) return
  const { product, version, error } = server
  if (error === null) log.info({ address: settings.url, product, version }, 'The shared cache responds.')
  else
    log.warn(
      { address: settings.url, reason: error },
      'The shared cache does not respond. The site works without it and will use it as soon as it responds.',
    )
}

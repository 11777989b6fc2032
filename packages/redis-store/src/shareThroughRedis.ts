import type { MemoizeSettings, SharedOptions } from '@plenum/core'
import { connectRedis } from './connection/connectRedis.js'
import { exactCodec } from './encoding/exactCodec.js'
import { type RedisStoreOptions, redisStore } from './redisStore.js'
import { startTimer } from './startTimer.js'

/** What `createMemoizer` takes as `shared`, for the server that the settings name; see `connectRedis` for the address. */
export function shareThroughRedis(
  settings: Pick<MemoizeSettings, 'prefix' | 'timeout' | 'maxSize'> & { readonly url: string },
  options: Pick<RedisStoreOptions, 'secret' | 'compressFrom'> = {},
): SharedOptions {
  const { url, prefix, maxSize } = settings
  const timeout = settings.timeout * 1000
  const nodes = connectRedis({ url, timeout })
  return {
    store: redisStore({ ...options, nodes, prefix, maxSize, timeout, form: exactCodec.form }),
    codec: exactCodec,
    timer: startTimer,
  }
}

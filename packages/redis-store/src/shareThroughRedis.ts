import { hash } from 'node:crypto'
import { defaultMemoizeSettings, type MemoizeSettings, type Sharing, shareThrough } from '@plenum/memoize'
import { connectRedis } from './connection/connectRedis.js'
import type { RedisNodes } from './connection/redisNodes.js'
import { maskUrl, scrubberFor } from './connection/secrets.js'
import { exactCodec } from './encoding/exactCodec.js'
import { redisStore } from './redisStore.js'

export interface SharingOptions {
  /**
   * The nodes of the application's own client, from `nodesOfClient` or a similar function. They are used instead of a
   * connection to the `url` in the settings.
   */
  readonly nodes?: RedisNodes
  /**
   * The secret for signing values. Values that were not signed with this secret are rejected. All processes that share
   * values need the same secret.
   */
  readonly secret?: string
  /** The minimum size, in bytes, at which values are compressed. If it is omitted, values are never compressed. */
  readonly compressFrom?: number
  /**
   * The number of consecutive failures that opens the breaker. Defaults to 3. A refused connection opens the breaker
   * immediately.
   */
  readonly threshold?: number
}

/**
 * Creates the `shared` option of `createMemoizer`. Starts to connect to the server in the background. Throws an Error
 * if the `url` in the settings is needed but is invalid (see `connectRedis`), or if the secret is empty. The Error
 * contains no part of the address.
 */
export function shareThroughRedis(
  settings: Partial<Pick<MemoizeSettings, 'url' | 'prefix' | 'timeout' | 'maxSize'>>,
  { nodes: ownNodes, threshold, ...options }: SharingOptions = {},
): Sharing {
  const { url, prefix, timeout, maxSize } = { ...defaultMemoizeSettings, ...settings }
  if (options.secret === '') throw new Error('The secret of shared values is empty; set one, or omit the option.')
  if (!ownNodes && url === null)
    throw new Error('Sharing values requires the address of a server (url in the settings) or a client (nodes).')
  const nodes = ownNodes ? { scrub: scrubberFor(url), ...ownNodes } : connectRedis({ url: url ?? '', timeout })
  return shareThrough({
    store: redisStore({ ...options, nodes, prefix, maxSize, timeout, form: exactCodec.form }),
    codec: exactCodec,
    digest: text => hash('sha256', text, 'base64url'),
    maskedUrl: url === null ? null : maskUrl(url),
    ...(threshold === undefined ? {} : { threshold }),
  })
}

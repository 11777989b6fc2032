import { hash } from 'node:crypto'
import { defaultMemoizeSettings, type MemoizeSettings, type Sharing, shareThrough } from '@plenum/memoize'
import { connectRedis } from './connection/connectRedis.js'
import type { RedisNodes } from './connection/redisNodes.js'
import { maskUrl, scrubberFor } from './connection/secrets.js'
import { exactCodec } from './encoding/exactCodec.js'
import { redisStore } from './redisStore.js'

export interface SharingOptions {
  /**
   * The result of `nodesOfClient` or a similar function: the nodes of your own client, which replace a connection to
   * the `url` setting.
   */
  readonly nodes?: RedisNodes
  /**
   * The secret for signing values. Bytes from other writers are rejected. All processes that share values need the same
   * secret.
   */
  readonly secret?: string
  /** The minimum number of bytes of a compressed value. If omitted, values are never compressed. */
  readonly compressFrom?: number
  /**
   * The number of consecutive failures that open the breaker. Defaults to 3. A single refused connection is sufficient.
   */
  readonly threshold?: number
}

/**
 * Creates the `shared` option of `createMemoizer`. Starts to connect without waiting for the connection. Throws an
 * Error if the `url` setting is needed and cannot be parsed (see `connectRedis`), or if the secret is empty. The Error
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

import type { MemoizeStatus } from '@plenum/core/memoize'
import type { Logger } from 'pino'

/** Tells in one line whether the server of the shared cache answers, with its address without secrets; nothing where there is none. */
export function logSharedCache({ settings, server }: MemoizeStatus, log: Pick<Logger, 'info' | 'warn'>): void {
  if (server === null) return
  const { product, version, error } = server
  // Not called `url`, which is where the site itself is.
  if (error === null) log.info({ address: settings.url, product, version }, 'The shared cache answers.')
  else
    log.warn(
      { address: settings.url, reason: error },
      'The shared cache does not answer. The site works without it, and uses it as soon as it does.',
    )
}

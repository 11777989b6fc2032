import type { MemoizeStatus } from '@plenum/core/answers'
import type { Logger } from 'pino'

/**
 * Logs whether the server of the shared cache answers, with its address without secrets. Logs nothing without a server.
 */
export function logSharedCache({ settings, server }: MemoizeStatus, log: Pick<Logger, 'info' | 'warn'>): void {
  if (server === null) return
  const { product, version, error } = server
  // Not `url`: in logs, that key is the address of the site.
  if (error === null) log.info({ address: settings.url, product, version }, 'The shared cache responds.')
  else
    log.warn(
      { address: settings.url, reason: error },
      'The shared cache does not respond. The site works without it and will use it as soon as it responds.',
    )
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'

/** Logs one line for each request, without query and headers, which can contain private data. */
export function logRequests(log: Logger): (req: IncomingMessage, res: ServerResponse, id: string) => void {
  return (req, res, id) => {
    if (!log.isLevelEnabled('info')) return
    const begun = performance.now()
    const { method, url = '' } = req
    const [path] = url.split('?', 1)
    res.on('close', () => {
      const ms = Math.round((performance.now() - begun) * 10) / 10
      const line = { id, method, path, status: res.statusCode, ms }
      log.info(res.writableFinished ? line : { ...line, aborted: true }, 'request')
    })
  }
}

/** Logs one line for a request that could not be parsed, without its content. */
export function logRefused(log: Logger): (error: Error, id: string) => void {
  return (error, id) => log.info({ id, code: (error as NodeJS.ErrnoException).code }, 'unreadable request')
}

import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/** Logs one line for each request, without query and headers, which can contain private data. */
export function logRequests(log: Logger): RequestHandler {
  return (req, res, next) => {
    const begun = performance.now()
    const [path] = req.originalUrl.split('?')
    res.once('close', () => {
      const line = {
        id: res.getHeader('x-request-id'),
        method: req.method,
        path,
        status: res.statusCode,
        ms: Math.round((performance.now() - begun) * 10) / 10,
        ...(res.writableFinished ? {} : { aborted: true }),
      }
      log.info(line, 'request')
    })
    next()
  }
}

/** Logs one line for a request that could not be parsed, without its content. */
export function logRefused(log: Logger): (error: Error, id: string) => void {
  return (error, id) => log.info({ id, code: (error as NodeJS.ErrnoException).code }, 'unreadable request')
}

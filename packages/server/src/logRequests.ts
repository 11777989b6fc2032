import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

/** One line per request. Neither the query nor headers are in it: they may hold what nobody else should read. */
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

/** One line for what was no request that could be read; what was sent is not in it. */
export function logRefused(log: Logger): (error: Error, id: string) => void {
  return (error, id) => log.info({ id, code: (error as NodeJS.ErrnoException).code }, 'unreadable request')
}

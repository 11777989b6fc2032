import { createServer, type Server } from 'node:http'
import { trackConnections } from '@plenum/express-adapter'
import type { Logger } from 'pino'
import type { Config } from '../config.js'
import { listen, urlOf } from '../listeners.js'
import type { Metrics } from './createMetrics.js'

export type MetricsSource = Pick<Metrics, 'contentType' | 'read'>

/** Serves the metrics on a separate port, so that the metrics need not be public. */
export async function serveMetrics(
  metrics: MetricsSource,
  { host, metricsPort }: Pick<Config, 'host' | 'metricsPort'>,
  log: Logger,
): Promise<Server> {
  const server = createMetricsServer(metrics, error => log.error({ err: error }, 'metrics'))
  await listen(server, { host, port: metricsPort ?? 0 }, 'METRICS_PORT')
  log.info({ url: `${urlOf(server, host)}/metrics` }, 'metrics')
  return server
}

export function createMetricsServer(metrics: MetricsSource, onError: (error: unknown) => void): Server {
  const server = createServer(async (req, res) => {
    if (!['GET', 'HEAD'].includes(req.method ?? '') || req.url?.replace(/\?.*/, '') !== '/metrics') {
      res.writeHead(404).end()
      return
    }
    try {
      const text = await metrics.read()
      res.writeHead(200, { 'Content-Type': metrics.contentType }).end(text)
    } catch (error) {
      onError(error)
      res.writeHead(500).end()
    }
  })
  trackConnections(server)
  return server
}

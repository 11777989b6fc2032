import type { Worker } from 'node:cluster'
import { AggregatorRegistry, Registry } from 'prom-client'
import type { Figures } from '../metrics/createMetrics.js'
import { addCounters, addGauges } from '../metrics/gauges.js'
import type { MetricsSource } from '../metrics/metricsServer.js'
import { onMessage, type ToPrimary, type ToWorker } from './messages.js'
import type { Workers } from './superviseWorkers.js'

/**
 * The timeout for the metrics of a worker, in milliseconds. The metrics of a worker that does not respond are
 * omitted.
 */
const figuresTimeout = 2000

/**
 * Adds up the metrics of all workers. Metrics whose sum would be meaningless, such as the event loop lag, are
 * aggregated in another way.
 */
export function sumOfWorkers({ running, ended }: Pick<Workers, 'running' | 'ended'>): MetricsSource {
  const registry = new Registry()
  addGauges(registry, { plenum_workers: ['Running workers.', () => running().length] })
  addCounters(registry, { plenum_workers_ended_total: ['Workers that have died.', ended] })
  let requestId = 0
  return {
    contentType: registry.contentType,
    read: async () => {
      requestId += 1
      const replies = await Promise.all(running().map(worker => figuresOf(worker, requestId)))
      const sums = AggregatorRegistry.aggregate(replies.filter(figures => figures !== null))
      return `${await sums.metrics()}\n${await registry.metrics()}`
    },
  }
}

const figuresOf = (worker: Worker, requestId: number): Promise<Figures | null> =>
  new Promise(resolve => {
    const settle = (figures: Figures | null): void => {
      silence()
      clearTimeout(timer)
      worker.off('exit', giveUp)
      resolve(figures)
    }
    const giveUp = (): void => settle(null)
    const timer = setTimeout(giveUp, figuresTimeout)
    const silence = onMessage<ToPrimary, 'measured'>(worker, 'measured', reply => {
      if (reply.requestId === requestId) settle(reply.figures)
    })
    worker.once('exit', giveUp)
    const message: ToWorker = { plenum: 'measure', requestId }
    worker.send(message, error => error && giveUp())
  })

import type { Worker } from 'node:cluster'
import { AggregatorRegistry, Registry } from 'prom-client'
import type { Figures } from '../metrics/createMetrics.js'
import { addCounter, addGauge } from '../metrics/gauges.js'
import type { MetricsSource } from '../metrics/metricsServer.js'
import type { Workers } from './keepWorkers.js'
import { onMessage, type ToPrimary, type ToWorker } from './messages.js'

/** Timeout for the metrics of a worker, in milliseconds; a hung worker is omitted. */
const patience = 2000

/** The metrics of all workers: sums, except for metrics without a sum, such as the lag of the event loop. */
export function sumOfWorkers({ running, ended }: Pick<Workers, 'running' | 'ended'>): MetricsSource {
  const registry = new Registry()
  addGauge(registry, { name: 'plenum_workers', help: 'Workers that run.', read: () => running().length })
  addCounter(registry, { name: 'plenum_workers_ended_total', help: 'Workers that have died.', read: ended })
  let question = 0
  return {
    contentType: registry.contentType,
    read: async () => {
      question += 1
      const told = await Promise.all(running().map(worker => figuresOf(worker, question)))
      const sums = AggregatorRegistry.aggregate(told.filter(figures => figures !== null))
      return `${await sums.metrics()}\n${await registry.metrics()}`
    },
  }
}

function figuresOf(worker: Worker, question: number): Promise<Figures | null> {
  return new Promise(resolve => {
    const settle = (figures: Figures | null): void => {
      silence()
      clearTimeout(timer)
      worker.off('exit', gone)
      resolve(figures)
    }
    const gone = (): void => settle(null)
    const timer = setTimeout(gone, patience)
    const silence = onMessage<ToPrimary, 'measured'>(worker, 'measured', told => {
      if (told.question === question) settle(told.figures)
    })
    worker.once('exit', gone)
    const message: ToWorker = { plenum: 'measure', question }
    worker.send(message, error => error && gone())
  })
}

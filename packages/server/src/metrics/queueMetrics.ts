import type { SemaphoreCounts } from '@plenum/core'
import type { Registry } from 'prom-client'
import { addGauge } from './gauges.js'

/** Running and waiting tasks of each queue. */
export function measureQueues(registry: Registry, queues: Readonly<Record<string, () => SemaphoreCounts>>): void {
  for (const [queue, counts] of Object.entries(queues)) {
    const about = queue.replaceAll('_', ' ')
    addGauge(registry, {
      name: `plenum_${queue}_running`,
      help: `Running ${about}.`,
      read: () => counts().running,
    })
    addGauge(registry, {
      name: `plenum_${queue}_waiting`,
      help: `Waiting ${about}.`,
      read: () => counts().waiting,
    })
  }
}

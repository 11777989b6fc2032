import type { SemaphoreCounts } from '@plenum/core'
import type { ReplicaCounts, StoreCounts } from '@plenum/sql-store'
import { Counter, Gauge, type Registry } from 'prom-client'
import { addCounters, addGauges } from './gauges.js'

export function measureDatabase(registry: Registry, counts: () => StoreCounts): void {
  addCounters(registry, {
    plenum_database_reads_total: ['Reads of the database.', () => counts().reads.times],
    plenum_database_read_seconds_total: ['Seconds of all reads.', () => counts().reads.seconds],
    plenum_database_writes_total: ['Changes of the database, refused ones too.', () => counts().writes.times],
    plenum_database_write_seconds_total: ['Seconds of all changes.', () => counts().writes.seconds],
    plenum_database_commits_total: ['Transactions that were committed; changes share them.', () => counts().commits],
    plenum_database_lock_waits_total: ['Transactions that waited for another process.', () => counts().lockWaits],
  })
  addGauges(registry, {
    plenum_database_readers: ['Connections that read.', () => counts().readers.running],
    plenum_database_reads_waiting: ['Reads that wait for a connection.', () => counts().readers.waiting],
    plenum_database_writes_waiting: ['Changes that wait for their transaction.', () => counts().waitingWrites],
  })
}

export function measureQueues(registry: Registry, queues: Readonly<Record<string, () => SemaphoreCounts>>): void {
  for (const [queue, counts] of Object.entries(queues)) {
    const about = queue.replaceAll('_', ' ')
    addGauges(registry, {
      [`plenum_${queue}_running`]: [`Running ${about}.`, () => counts().running],
      [`plenum_${queue}_waiting`]: [`Waiting ${about}.`, () => counts().waiting],
    })
  }
}

type Read = (replica: ReplicaCounts) => number

export function measureReplicas(registry: Registry, replicas: () => readonly ReplicaCounts[]): void {
  if (replicas().length === 0) return
  const registers = [registry]
  const labelNames = ['replica'] as const
  // Each worker checks the replicas independently, so the aggregated value is the worst value of any worker.
  const gauge = (name: string, help: string, aggregator: 'max' | 'min', read: Read) =>
    new Gauge({
      ...{ name, help, labelNames, registers, aggregator },
      collect() {
        for (const replica of replicas()) this.set({ replica: replica.name }, read(replica))
      },
    })
  const counter = (name: string, help: string, read: Read) =>
    new Counter({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset()
        for (const replica of replicas()) this.inc({ replica: replica.name }, read(replica))
      },
    })
  gauge('plenum_replica_lag_seconds', lagHelp, 'max', ({ lag }) => lag)
  gauge('plenum_replica_usable', 'Whether it may be read from.', 'min', ({ problem }) => (problem === null ? 1 : 0))
  counter('plenum_replica_reads_total', 'Reads of the replica.', ({ reads }) => reads.times)
  counter('plenum_replica_read_seconds_total', 'Seconds of these reads.', ({ reads }) => reads.seconds)
  counter('plenum_replica_fallbacks_total', fallbackHelp, ({ fallbacks }) => fallbacks)
}

const lagHelp = 'Seconds since the last moment before which it has everything.'
const fallbackHelp = 'Questions that the primary was asked in its place.'

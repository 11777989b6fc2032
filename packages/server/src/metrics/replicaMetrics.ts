import type { ReplicaCounts } from '@plenum/sql-store'
import { Counter, Gauge, type Registry } from 'prom-client'

interface Figure {
  readonly name: string
  readonly help: string
  readonly read: (replica: ReplicaCounts) => number
}

/** Lag and reads of the replicas of the database. */
export function measureReplicas(registry: Registry, replicas: () => readonly ReplicaCounts[]): void {
  if (replicas().length === 0) return
  const registers = [registry]
  const labelNames = ['replica'] as const
  // Each worker checks the replicas independently; the aggregate is the worst value.
  const gauge = ({ name, help, read }: Figure, aggregator: 'max' | 'min') =>
    new Gauge({
      ...{ name, help, labelNames, registers, aggregator },
      collect() {
        for (const replica of replicas()) this.set({ replica: replica.name }, read(replica))
      },
    })
  const counter = ({ name, help, read }: Figure) =>
    new Counter({
      ...{ name, help, labelNames, registers },
      collect() {
        this.reset()
        for (const replica of replicas()) this.inc({ replica: replica.name }, read(replica))
      },
    })
  gauge(
    figure('lag_seconds', 'Seconds since the last moment before which it has everything.', ({ lag }) => lag),
    'max',
  )
  gauge(
    figure('usable', 'Whether it may be read from.', ({ problem }) => (problem === null ? 1 : 0)),
    'min',
  )
  counter(figure('reads_total', 'Reads of the replica.', ({ reads }) => reads.times))
  counter(figure('read_seconds_total', 'Seconds of these reads.', ({ reads }) => reads.seconds))
  counter(figure('fallbacks_total', 'Questions that the primary was asked in its place.', replica => replica.fallbacks))
}

const figure = (name: string, help: string, read: Figure['read']): Figure => ({
  name: `plenum_replica_${name}`,
  help,
  read,
})

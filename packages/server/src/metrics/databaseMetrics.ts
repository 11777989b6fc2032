import type { StoreCounts } from '@plenum/sql-store'
import type { Registry } from 'prom-client'
import { addCounter, addGauge } from './gauges.js'

/** Reads, writes and commits of the database. Times include waiting. */
export function measureDatabase(registry: Registry, counts: () => StoreCounts): void {
  const gauge = (name: string, help: string, read: (counted: StoreCounts) => number) =>
    addGauge(registry, { name: `plenum_database_${name}`, help, read: () => read(counts()) })
  const counter = (name: string, help: string, read: (counted: StoreCounts) => number) =>
    addCounter(registry, { name: `plenum_database_${name}`, help, read: () => read(counts()) })
  counter('reads_total', 'Reads of the database.', ({ reads }) => reads.times)
  counter('read_seconds_total', 'Seconds of all reads.', ({ reads }) => reads.seconds)
  counter('writes_total', 'Changes of the database, refused ones too.', ({ writes }) => writes.times)
  counter('write_seconds_total', 'Seconds of all changes.', ({ writes }) => writes.seconds)
  counter('commits_total', 'Transactions that were committed; changes share them.', ({ commits }) => commits)
  counter('lock_waits_total', 'Transactions that waited for another process.', ({ lockWaits }) => lockWaits)
  gauge('readers', 'Connections that read.', ({ readers }) => readers.running)
  gauge('reads_waiting', 'Reads that wait for a connection.', ({ readers }) => readers.waiting)
  gauge('writes_waiting', 'Changes that wait for their transaction.', ({ waitingWrites }) => waitingWrites)
}

import type { TimeSlice } from '@plenum/core'
import type { DuplicateColumn } from '../indexValues.js'
import type { IndexRow } from './indexRow.js'
import type { RecordRow } from './recordRows.js'
import type { TextRows } from './textRows.js'

/** Collects changes of several existing objects. */
export interface NodeChanges extends Pick<TextRows, 'setDoc' | 'setEntry'> {
  raiseRevision(seq: number): void
  addRecords(rows: readonly RecordRow[]): void
  /** `holders` is a text of `holdersText`. */
  setHolders(seq: number, holders: string): void
  /** `kind` is a text of `kindText`. */
  setKind(seq: number, kind: string): void
  removeRow(seq: number, row: IndexRow): void
  addRow(seq: number, row: IndexRow): void
  /** Sets the columns of the node that duplicate its index values. */
  setDuplicates(seq: number, columns: readonly DuplicateColumn[]): void
  /** Writes the collected changes, yielding between time slices. */
  write(slice: TimeSlice): Promise<void>
}

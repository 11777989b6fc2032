import type { StoreDefect } from '@plenum/core/ports'

/** What each engine can be asked of itself in its own way. */
export interface Checks {
  /** Which of the nodes with these `seq` the text index has. */
  inTextIndex(seqs: readonly number[]): Promise<ReadonlySet<number>>
  faults(): Promise<readonly StoreDefect[]>
  /** Puts right what is repairable, within the transaction of the writer. */
  mend(): Promise<void>
}

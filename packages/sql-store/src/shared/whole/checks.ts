import type { StoreDefect } from '@plenum/core/ports'

/** The consistency checks that differ between the databases. */
export interface Checks {
  /** Which of the nodes with these `seq` the text index contains. */
  inTextIndex(seqs: readonly number[]): Promise<ReadonlySet<number>>
  faults(): Promise<readonly StoreDefect[]>
  /** Repairs what is repairable, within the writer's transaction. */
  mend(): Promise<void>
}

import type { IncomingSite } from './incomingSite.js'

export interface ContentImport {
  readonly source: IncomingSite
  /** Whether the site may already have content. */
  readonly mayMerge?: boolean
  /** Whether fields and objects of unknown types are skipped; otherwise they are problems. */
  readonly skipsUnknown?: boolean
  /** Checks only, without writing. */
  readonly isDry?: boolean
  readonly onProgress?: (step: ImportStep, done: number, total: number) => void
}

export type ImportStep = 'judge' | 'files' | 'write'

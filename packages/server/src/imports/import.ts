import type { Output } from '../compose.js'
import type { ImportTask } from './rehearse.js'

/** An import, all or nothing. */
export interface Import {
  /** The file or folder. */
  readonly source: string
  readonly isDry: boolean
  /** Reads the source before a site is opened or created; null if it was refused and its faults were reported. */
  read(output: Output): Promise<ImportTask | null>
}

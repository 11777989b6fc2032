import { memoryStore, type Site } from '@plenum/core'
import { fillSite, type Output } from '../compose.js'
import type { Config } from '../config.js'

export interface ImportRun {
  readonly config: Config
  /** Only validates, and writes nothing. */
  readonly isDry: boolean
  readonly output: Output
}

/**
 * Imports into a site. False if the site refused the import and the refusal was reported; a dry run only predicts the
 * refusal.
 */
export type ImportTask = (site: Site, run: ImportRun) => Promise<boolean>

/** A dry run on a new site in memory. */
export async function rehearse(task: ImportTask, config: Config, output: Output): Promise<boolean> {
  const site = await fillSite(memoryStore(), config, { say: () => {} })
  return task(site, { config, isDry: true, output })
}

/** An import, all or nothing. */
export interface Import {
  /** The file or folder. */
  readonly source: string
  readonly isDry: boolean
  /** Reads the source before a site is opened or created; null if it was refused and its faults were reported. */
  read(output: Output): Promise<ImportTask | null>
}

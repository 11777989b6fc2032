import { memoryStore, type Site } from '@plenum/core'
import { fillSite, type Output } from '../compose.js'
import type { Config } from '../config.js'

export interface ImportRun {
  readonly config: Config
  /** Whether the import is only validated and nothing is written. */
  readonly isDry: boolean
  readonly output: Output
}

/**
 * Imports into a site. Resolves to false if the site has refused the import, after the reasons have been reported. In
 * a dry run, nothing is written, but the result is the same.
 */
export type ImportTask = (site: Site, run: ImportRun) => Promise<boolean>

export async function rehearse(task: ImportTask, config: Config, output: Output): Promise<boolean> {
  const site = await fillSite(memoryStore(), config, { say: () => {} })
  return task(site, { config, isDry: true, output })
}

export interface Import {
  /** The path of the file or folder to import. */
  readonly source: string
  readonly isDry: boolean
  /**
   * Reads the source before a site is opened or created. Resolves to null if the source is invalid, after its
   * problems have been reported.
   */
  read(output: Output): Promise<ImportTask | null>
}

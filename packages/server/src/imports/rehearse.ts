import { memoryStore, type Site } from '@plenum/core'
import { fillSite, type Output } from '../compose.js'
import type { Config } from '../config.js'

export interface ImportRun {
  readonly config: Config
  /** Whether the import is only validated, so that nothing is written. */
  readonly isDry: boolean
  readonly output: Output
}

/**
 * Imports into a site. If the site rejects the import, reports the reasons and resolves to false. In a dry run, nothing
 * is written, but the result is the same.
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
   * Reads the source before a site is opened or created. If the source is invalid, reports its problems and resolves to
   * null.
   */
  read(output: Output): Promise<ImportTask | null>
}

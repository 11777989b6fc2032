import type { Config } from '../configuration.js'
import { StartError } from '../startError.js'
import { type Catalogs, loadCatalogs } from './loadCatalogs.js'

/** The catalogs of all languages. Throws a StartError with all problems of the files. */
export function catalogsOf({ languagesDir }: Pick<Config, 'languagesDir'>): Catalogs {
  const { catalogs, faults } = loadCatalogs(languagesDir)
  if (faults.length > 0) throw new StartError(['LANGUAGES_DIR: the catalogs have errors:', ...faults].join('\n  '))
  return catalogs
}

import { type Catalog, problemsOfCatalog } from '@plenum/core'
import type { Config } from '../config.js'
import { readJsonFiles } from '../jsonFiles.js'
import { StartError } from '../startError.js'

export type Catalogs = Readonly<Record<string, Catalog>>

export interface LoadedCatalogs {
  readonly catalogs: Catalogs
  /** The descriptions of the problems. Each description begins with the file name and the message id. */
  readonly faults: readonly string[]
}

/** Reads the catalogs that are shipped in this directory. Throws an Error if a catalog is invalid. */
export function shippedCatalogs(): Catalogs {
  const { catalogs, faults } = readCatalogs(import.meta.dirname)
  if (faults.length > 0) throw new Error(['The shipped catalogs have errors:', ...faults].join('\n  '))
  return catalogs
}

export function loadCatalogs(directory: string | undefined): LoadedCatalogs {
  const shipped = shippedCatalogs()
  if (directory === undefined) return { catalogs: shipped, faults: [] }
  const { catalogs, faults } = readCatalogs(directory)
  const merged = Object.entries(catalogs).map(([tag, catalog]) => [tag, { ...shipped[tag], ...catalog }])
  return { catalogs: { ...shipped, ...Object.fromEntries(merged) }, faults }
}

function readCatalogs(directory: string): LoadedCatalogs {
  const { contents, faults } = readJsonFiles(directory)
  const catalogs: Record<string, Catalog> = {}
  const problems = [...contents].flatMap(([file, content]) => {
    const tag = file.replace(/\.json$/, '')
    catalogs[tag] = content as Catalog
    return [...problemsOfTag(tag), ...problemsOfCatalog(content)].map(problem => `${file}: ${problem}`)
  })
  return { catalogs, faults: [...faults, ...problems] }
}

/**
 * Returns the problems with a file name. The name must be a canonical language tag (`pt-BR`, not `pt-br`), so that
 * there cannot be two files for a language.
 */
function problemsOfTag(tag: string): readonly string[] {
  const canonical = canonicalTag(tag)
  if (canonical === tag) return []
  return [
    canonical === undefined
      ? 'is not named after a language tag, such as pt-BR.json.'
      : `should be named ${canonical}.json.`,
  ]
}

function canonicalTag(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    return undefined
  }
}

/** Loads the catalogs. Throws a StartError that lists all problems in the files. */
export function catalogsOf({ languagesDir }: Pick<Config, 'languagesDir'>): Catalogs {
  const { catalogs, faults } = loadCatalogs(languagesDir)
  if (faults.length > 0) throw new StartError(['LANGUAGES_DIR: the catalogs have errors:', ...faults].join('\n  '))
  return catalogs
}

import { parseSource, type SourceFile } from './sourceFile.js'

/** Parses sources that exist only in a test, by path. Tests use these sources to prove that a rule finds offences. */
export function inventedSources(files: Readonly<Record<string, string>>): SourceFile[] {
  return Object.entries(files).map(([path, text]) => parseSource({ path, text }))
}

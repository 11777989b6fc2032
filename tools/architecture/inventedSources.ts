import { parseSource, type SourceFile } from './sourceFile.js'

/** Invented sources, texts by path, to prove that a rule finds its offences. */
export function inventedSources(files: Readonly<Record<string, string>>): SourceFile[] {
  return Object.entries(files).map(([path, text]) => parseSource({ path, text }))
}

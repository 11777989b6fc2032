import { parseSource, type SourceFile } from './sourceFile.js'

/** Sources that exist nowhere, texts by path, to prove that a rule finds what it looks for. */
export function inventedSources(files: Readonly<Record<string, string>>): SourceFile[] {
  return Object.entries(files).map(([path, text]) => parseSource({ path, text }))
}

import { type ModuleItem, parseSync } from '@swc/core'
import { type Import, importsIn } from './imports.js'
import type { TextFile } from './offence.js'

export interface SourceFile extends TextFile {
  readonly body: readonly ModuleItem[]
  readonly imports: readonly Import[]
}

/** Parses a file. Throws an Error that names the file if it is not TypeScript. */
export function parseSource(file: TextFile): SourceFile {
  const body = parseBody(file)
  return { ...file, body, imports: importsIn(file, body) }
}

function parseBody({ path, text }: TextFile): ModuleItem[] {
  try {
    return parseSync(text, { syntax: 'typescript', tsx: path.endsWith('.tsx'), target: 'es2023' }).body
  } catch (cause) {
    throw new Error(`${path} does not parse`, { cause })
  }
}

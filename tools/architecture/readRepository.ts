import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TextFile } from './offence.js'

const generated = new Set(['node_modules', 'dist', 'coverage', 'var'])
const textual = /(?:\.(?:[cm]?[jt]sx?|json|md|sql|ya?ml|sh|html|css|txt)|^\.npmrc)$/

/**
 * Reads all text files below `root`: sources, documents and settings. Skips installed files, built files, and folders
 * whose names begin with a dot.
 */
export function readRepository(root: string): TextFile[] {
  return textPathsIn(root, '').map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))
}

function textPathsIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory())
      return generated.has(entry.name) || entry.name.startsWith('.') ? [] : textPathsIn(root, path)
    return entry.isFile() && textual.test(entry.name) ? [path] : []
  })
}

import path from 'node:path'
import { parseArgs } from 'node:util'
import { createFolder, FolderError } from './createFolder.js'
import { embeddedFiles } from './embeddedFiles.js'
import { tarballSources } from './packageSources.js'
import { siteFiles } from './siteFiles.js'

const usage = `Usage: create-plenum [options] <folder>

Creates a folder with a Plenum site.

  --embed              create an Express application that contains Plenum
  --packages <folder>  install Plenum from the tarballs in this folder
  --help               print this text`

const options = {
  embed: { type: 'boolean', default: false },
  packages: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

export function main(args: readonly string[], say: (line: string) => void): number {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    const [folder, ...others] = positionals
    if (values.help || folder === undefined || others.length > 0) {
      say(usage)
      return values.help ? 0 : 1
    }
    const sources = values.packages === undefined ? null : tarballSources(path.resolve(values.packages))
    createFolder(folder, (values.embed ? embeddedFiles : siteFiles)(nameOf(folder), sources))
    for (const line of nextSteps(folder, values.embed)) say(line)
    return 0
  } catch (error) {
    if (!(error instanceof FolderError) && !isArgumentError(error)) throw error
    say(error.message)
    return 1
  }
}

/** Whether Node rejected the arguments, for example because of an unknown option. */
const isArgumentError = (error: unknown): error is Error =>
  String((error as NodeJS.ErrnoException).code).startsWith('ERR_PARSE_ARGS')

/** Derives a valid npm package name from the name of a folder. */
const nameOf = (folder: string): string =>
  path
    .basename(path.resolve(folder))
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(part => part !== '')
    .join('-') || 'site'

const nextSteps = (folder: string, isEmbedded: boolean): readonly string[] => [
  `Created ${folder}. Run:`,
  `  cd ${folder}`,
  '  npm install',
  ...(isEmbedded ? [] : ['  npx plenum init']),
  '  npm start',
]

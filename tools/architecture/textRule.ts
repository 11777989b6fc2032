import type { Offence, TextFile } from './offence.js'
import { isTest, packageOf } from './places.js'

const finishedPackages = ['core', 'memoize', 'express-adapter', 'sql-store', 'redis-store', 'pages']
const unfinished = /\b(?:TODO|FIXME|XXX)\b/

/** The patterns are written so that this file does not match them. */
const machinePath = /\/wor[k]\//
const registryHost =
  /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|https?:\/\/[^\s/]*(?:registry|artifactory|nexus|verdaccio)/i

export function unfinishedOffences(sources: readonly TextFile[]): Offence[] {
  return sources
    .filter(({ path }) => !isTest(path) && finishedPackages.includes(packageOf(path) ?? ''))
    .flatMap(file => offencesOfText(file, unfinished, 'published code is finished'))
}

export function machineOffences(files: readonly TextFile[]): Offence[] {
  return files.flatMap(file => [
    ...offencesOfText(file, machinePath, 'a path of one machine'),
    ...offencesOfText(file, registryHost, 'the host of a package registry'),
  ])
}

function offencesOfText({ path, text }: TextFile, pattern: RegExp, why: string): Offence[] {
  if (!pattern.test(text)) return []
  return text.split('\n').flatMap((line, i) => {
    const match = pattern.exec(line)?.[0]
    return match === undefined ? [] : [{ place: `${path}:${i + 1}`, what: `says ${match}`, why }]
  })
}

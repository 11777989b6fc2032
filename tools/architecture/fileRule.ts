import type { Offence, TextFile } from './offence.js'
import { isTest } from './places.js'

const maxLines = 250

/** The files that may exceed the maximum length, because they contain data instead of code. */
const dataFiles = ['packages/core/src/foundation/english.ts']
const vagueNames = ['util', 'utils', 'helper', 'helpers', 'common']

export function lengthOffences(sources: readonly TextFile[]): Offence[] {
  return sources
    .filter(({ path }) => !isTest(path) && !dataFiles.includes(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > maxLines)
    .map(({ path, lines }) => ({ place: path, what: `${lines} lines`, why: `a file has at most ${maxLines}` }))
}

/** Checks that no folder or file has a vague name, such as `utils`. */
export function nameOffences(sources: readonly TextFile[]): Offence[] {
  return sources.flatMap(({ path }) =>
    path
      .split('/')
      .map(segment => segment.split('.', 1)[0] ?? '')
      .filter(name => vagueNames.includes(name.toLowerCase()))
      .map(name => ({ place: path, what: `is named ${name}`, why: 'a name says what is inside' })),
  )
}

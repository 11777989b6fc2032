import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is known of the packages that are not ours; a file beside this one. */
export interface KnownDependencies {
  /** Packages that never see what somebody sends, or files of a package that does. */
  readonly unread: readonly { readonly package: string; readonly file?: string; readonly why: string }[]
  readonly bounded: readonly BoundedExpression[]
  /** Files that make expressions when they run, and which come of it where that depends on nothing that is sent. */
  readonly made: readonly {
    readonly package: string
    readonly file: string
    readonly expressions: readonly string[]
    readonly why: string
  }[]
}

/** An expression that takes more than linear time, but never gets much: so many characters, for this reason. */
export interface BoundedExpression {
  readonly expression: string
  readonly package: string
  readonly characters: number
  readonly why: string
  /** What costs most within the bound: the part in the middle as often as there is room for it. */
  readonly worst: { readonly before: string; readonly repeated: string; readonly after: string }
}

export function readDependencies(): KnownDependencies {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'dependencies.json'), 'utf8'))
}

export function worstInput({ characters, worst: { before, repeated, after } }: BoundedExpression): string {
  const room = characters - before.length - after.length
  return before + repeated.repeat(Math.max(0, Math.floor(room / repeated.length))) + after
}

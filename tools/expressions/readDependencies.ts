import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface KnownDependencies {
  /** The packages, or single files of packages, that never process input from clients. */
  readonly unread: readonly { readonly package: string; readonly file?: string; readonly why: string }[]
  readonly bounded: readonly BoundedExpression[]
  /** The files that compose expressions at run time, and these expressions if they do not depend on input. */
  readonly composed: readonly {
    readonly package: string
    readonly file: string
    readonly expressions: readonly string[]
    readonly why: string
  }[]
}

/**
 * An expression that takes more than linear time but is used only for short input, together with the maximum length of
 * the input and the reason for this limit.
 */
export interface BoundedExpression {
  readonly expression: string
  readonly package: string
  readonly characters: number
  readonly why: string
  /** The most expensive input within the maximum length. `repeated` is repeated until this length is reached. */
  readonly worst: { readonly before: string; readonly repeated: string; readonly after: string }
}

export function readDependencies(): KnownDependencies {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'dependencies.json'), 'utf8'))
}

export function worstInput({ characters, worst: { before, repeated, after } }: BoundedExpression): string {
  const room = characters - before.length - after.length
  return before + repeated.repeat(Math.max(0, Math.floor(room / repeated.length))) + after
}

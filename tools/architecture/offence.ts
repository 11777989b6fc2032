import { type SyntaxNode, startOf } from './syntaxNodes.js'

/** A text file in the repository. `path` is relative to the root of the repository and contains forward slashes. */
export interface TextFile {
  readonly path: string
  readonly text: string
}

/** A violation of a rule. `place` is a path, followed by a line number if a single line violates the rule. */
export interface Offence {
  readonly place: string
  readonly what: string
  readonly why: string
}

export function wordOffence({ place, what, why }: Offence): string {
  return `${place}: ${what}: ${why}`
}

export function placeOf({ path, text }: TextFile, node: SyntaxNode): string {
  return `${path}:${lineAt(text, startOf(node))}`
}

/**
 * Returns the line number of a position. The position comes from the parser, which counts UTF-8 bytes instead of
 * characters, beginning with 1.
 */
function lineAt(text: string, start: number): number {
  return Buffer.from(text)
    .subarray(0, start - 1)
    .toString()
    .split('\n').length
}

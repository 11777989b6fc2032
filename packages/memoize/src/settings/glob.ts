/**
 * A parsed pattern with shell wildcards. `*` matches any number of characters, `?` matches one character, `[abc]` and
 * `[a-z]` match a character in the set, and `[!a-z]` matches a character outside the set.
 */
export type Glob = readonly GlobPart[]

type GlobPart =
  | { readonly kind: 'run' | 'one' }
  | { readonly kind: 'character'; readonly character: string }
  | { readonly kind: 'set'; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] }

/**
 * Parses a pattern. In a set, `]` is literal in the first position, and `-` is literal in the first or last position.
 * If the pattern is invalid, returns the problem as a string, such as `has a reversed range`.
 */
export function parseGlob(pattern: string): Glob | string {
  const characters = [...pattern]
  const parts: GlobPart[] = []
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? ''
    if (character !== '[') {
      parts.push(partOf(character))
      continue
    }
    const end = endOfSet(characters, at)
    if (end < 0) return 'has a [ without a matching ]'
    const set = parseSet(characters.slice(at + 1, end))
    if (set.ranges.some(([from, to]) => codeOf(from) > codeOf(to))) return 'has a reversed range'
    parts.push(set)
    at = end
  }
  return parts
}

function partOf(character: string): GlobPart {
  if (character === '*') return { kind: 'run' }
  return character === '?' ? { kind: 'one' } : { kind: 'character', character }
}

function endOfSet(characters: readonly string[], start: number): number {
  const first = characters[start + 1] === '!' ? start + 2 : start + 1
  return characters.indexOf(']', first + 1)
}

function parseSet(content: readonly string[]): GlobPart & { readonly kind: 'set' } {
  const negated = content[0] === '!'
  const ranges: [string, string][] = []
  for (let at = negated ? 1 : 0; at < content.length; at++) {
    const from = content[at] ?? ''
    const to = content[at + 1] === '-' ? content[at + 2] : undefined
    ranges.push([from, to ?? from])
    if (to !== undefined) at += 2
  }
  return { kind: 'set', negated, ranges }
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0

/**
 * Whether the pattern matches the entire string. Matching is case-sensitive. The running time is O(pattern length *
 * string length) for every pattern, because only the last `*` is retried.
 */
export function matchesGlob(glob: Glob, text: string): boolean {
  const characters = [...text]
  let at = 0
  let part = 0
  let retry: { readonly part: number; at: number } | null = null
  while (at < characters.length) {
    const current = glob[part]
    if (current?.kind === 'run') {
      retry = { part: ++part, at }
    } else if (current && fits(current, characters[at] ?? '')) {
      at++
      part++
    } else if (retry) {
      at = ++retry.at
      part = retry.part
    } else return false
  }
  return glob.slice(part).every(({ kind }) => kind === 'run')
}

function fits(part: GlobPart, character: string): boolean {
  if (part.kind === 'character') return part.character === character
  if (part.kind !== 'set') return true
  const code = codeOf(character)
  return part.ranges.some(([from, to]) => codeOf(from) <= code && code <= codeOf(to)) !== part.negated
}

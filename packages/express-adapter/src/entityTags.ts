/**
 * Whether an `If-None-Match` header names a tag: one of a list, `W/` before it, without its quotes too, or `*` for any
 * (docs/polls.md, Caching of polls, rule 3).
 */
export function namesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  // What nearly all clients send.
  if (header === `"${tag}"`) return true
  return header.split(',').some(item => {
    const name = item
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1')
    return name === tag || name === '*'
  })
}

/**
 * The revisions that an `If-Match` header names: those before the dashes of tags of content (docs/http-answers.md,
 * Revisions and tags), `W/` before them, without their quotes too. Nothing where there is no header, or one with `*`;
 * of what is no tag of content there is no revision, so that a header full of it fits none.
 */
export function revisionsInTags(header: string | undefined): { readonly expectedRevisions?: readonly number[] } {
  const tags = header?.split(',').map(tag => tag.trim())
  if (!tags || tags.includes('*')) return {}
  const revisions = tags.flatMap(tag => /^(?:W\/)?"?(0|[1-9]\d{0,14})-/.exec(tag)?.[1] ?? [])
  return { expectedRevisions: revisions.map(Number) }
}

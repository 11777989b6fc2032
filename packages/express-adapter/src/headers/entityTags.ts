/**
 * Whether an `If-None-Match` header matches the ETag. The header can contain a list, `W/` prefixes, ETags without
 * quotes, or `*` (docs/polls.md, Poll caching, rule 3).
 */
export function matchesETag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  // Fast path for almost all clients, which send one quoted ETag.
  if (header === `"${etag}"`) return true
  return header.split(',').some(item => {
    const name = item
      .trim()
      .replace(/^W\//, '')
      .replace(/^"(.*)"$/, '$1')
    return name === etag || name === '*'
  })
}

/**
 * Returns the revisions that an `If-Match` header allows. The revision is the number before the dash in a content ETag
 * (docs/http-answers.md, Revisions and ETags), with or without a `W/` prefix and quotes. The result is empty if the
 * header is missing or is `*`. Other ETags contain no revision, so a header with only such ETags never matches.
 */
export function revisionsInETags(header: string | undefined): { readonly expectedRevisions?: readonly number[] } {
  const etags = header?.split(',').map(etag => etag.trim())
  if (!etags || etags.includes('*')) return {}
  const revisions = etags.flatMap(etag => /^(?:W\/)?"?(0|[1-9]\d{0,14})-/.exec(etag)?.[1] ?? [])
  return { expectedRevisions: revisions.map(Number) }
}

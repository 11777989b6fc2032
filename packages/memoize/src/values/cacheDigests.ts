type Digest = (text: string) => string

/** The maximum number of cached digests, and the maximum length of strings whose digests are cached. */
const [maxTexts, maxLength] = [1000, 200]

export function cacheDigests(digest: Digest): Digest {
  let digests = new Map<string, string>()
  return text => {
    const cached = digests.get(text)
    if (cached !== undefined) return cached
    const created = digest(text)
    if (text.length > maxLength) return created
    if (digests.size >= maxTexts) digests = new Map()
    digests.set(text, created)
    return created
  }
}

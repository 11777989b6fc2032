type Digest = (text: string) => string

/** Maximum number and length of cached texts. */
const [most, longest] = [1000, 200]

/** Caches the digests of short texts. */
export function rememberDigests(digest: Digest): Digest {
  let known = new Map<string, string>()
  return text => {
    const remembered = known.get(text)
    if (remembered !== undefined) return remembered
    const made = digest(text)
    if (text.length > longest) return made
    if (known.size >= most) known = new Map()
    known.set(text, made)
    return made
  }
}

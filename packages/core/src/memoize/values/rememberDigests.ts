type Digest = (text: string) => string

/** Texts that are remembered at once, and how long they may be. */
const [most, longest] = [1000, 200]

/** The same digests; those of short texts that come again and again are made once. */
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

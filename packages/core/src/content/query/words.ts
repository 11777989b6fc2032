/**
 * Matches text in scripts that do not separate words with spaces; only a dictionary can divide such text into words. A
 * match contains at most 200 characters, because Intl.Segmenter copies its whole input for every segment, which would
 * take gigabytes for 100 kB.
 */
const unspaced =
  /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]{1,200}/gu

// The language is fixed, so that the words do not depend on the locale of the machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Normalizes a string for comparison: NFKD, without accents or soft hyphens, in lower case, with `ß` as `ss`: `Café` ->
 * `cafe`. Folding is idempotent (docs/content-and-access.md, Text search).
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u00AD]+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    // A capital sigma becomes `ς` at the end of a word and `σ` elsewhere, so prefixes would otherwise not match.
    .replaceAll('ς', 'σ')

/**
 * The folded words of a text in order, with repetitions: `A-b a` -> `a`, `b`, `a`. A word consists of letters and
 * digits. Intl.Segmenter is used only for scripts without spaces between words, because a regular expression is far
 * faster. Segmentation precedes folding, because the dictionaries need diacritical marks.
 */
export const wordsOf = (text: string): string[] => [...wordPieces(text)].flat()

/**
 * The maximum length of one piece, in characters. Folding can expand a character to 18 characters, and dictionaries are
 * slow, so longer pieces would block the event loop.
 */
const maxPieceLength = 1000

/**
 * Like `wordsOf`, but returns the words piece by piece, so that the caller can yield to other tasks between pieces. A
 * piece ends after whitespace or punctuation if it contains any; otherwise, it ends at the maximum length.
 */
export function* wordPieces(text: string, maxLength = maxPieceLength): Generator<readonly string[]> {
  for (let start = 0; start < text.length; ) {
    const end = text.length - start <= maxLength ? text.length : endOfPiece(text, start, start + maxLength)
    yield wordsOfPiece(text.slice(start, end))
    start = end
  }
}

const blank = /\s/
/**
 * Matches punctuation. Does not match symbols, because folding converts some of them to letters, or the soft hyphen,
 * which occurs inside words.
 */
const punctuation = /[!-/:-@[-`{-~\p{P}]/u

function endOfPiece(text: string, start: number, end: number): number {
  for (const separator of [blank, punctuation])
    for (let i = end - 1; i > start; i -= 1) if (separator.test(text[i] ?? '')) return i + 1
  const isWithinPair = /[\ud800-\udbff]/.test(text[end - 1] ?? '') && end - 1 > start
  return isWithinPair ? end - 1 : end
}

function wordsOfPiece(text: string): readonly string[] {
  const spaced = text.normalize('NFKC').replace(unspaced, spaceOut)
  return fold(spaced).match(/[\p{L}\p{N}]+/gu) ?? []
}

function spaceOut(run: string): string {
  let spaced = ' '
  for (const { segment } of segmenter.segment(run)) spaced += `${segment} `
  return spaced
}

/**
 * Matches text in scripts that do not separate words with spaces. Finding words in such text requires a dictionary.
 * Matches are limited to 200 characters, because Intl.Segmenter copies its input for every segment and would use
 * gigabytes for 100 kB.
 */
const unspaced =
  /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]{1,200}/gu

// The segmenter for scripts without spaces. Its locale is fixed, so that words do not depend on the locale of the
// machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Normalizes a string for comparison: NFKD, lower case, without accents or soft hyphens, and with `ss` for `ß`. For
 * example, `Café` becomes `cafe`. Folding is idempotent (docs/content-and-access.md, Text search).
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u00AD]+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    // `toLowerCase` converts a capital sigma to `ς` at the end of a word and to `σ` elsewhere, which would prevent
    // prefix matches.
    .replaceAll('ς', 'σ')

/**
 * Returns the folded words in a string, including repetitions: `A-b a` -> `a`, `b`, `a`. Words consist of letters and
 * digits. Intl.Segmenter is used only for scripts without spaces, because a regular expression is far faster.
 * Segmentation precedes folding, because the dictionaries require diacritics.
 */
export const wordsOf = (text: string): string[] => [...wordPieces(text)].flat()

/**
 * The maximum length of a piece, in characters. Folding can expand a character to 18 characters and dictionaries are
 * slow, so longer pieces would block the event loop.
 */
const maxPieceLength = 1000

/**
 * Yields the same words as `wordsOf` in pieces, so that the caller can run other tasks in between. A piece ends at
 * whitespace or punctuation if possible, and otherwise at the maximum length.
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
 * Matches punctuation. Symbols do not match, because folding converts some of them to letters. The soft hyphen does not
 * match, because it occurs inside words.
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

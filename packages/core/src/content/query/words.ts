/**
 * Matches text in scripts that do not separate words with spaces: such text can be divided only with a dictionary. A
 * match has at most 200 characters, because Intl.Segmenter copies its whole input for every segment, which would take
 * gigabytes for 100 kB.
 */
const unspaced =
  /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]{1,200}/gu

// A fixed language, so that the words do not depend on the locale of the machine.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * The form for comparing texts: NFKD, without accents and soft hyphens, in lower case, `ß` as `ss`: `Café` -> `cafe`.
 * Folding is idempotent (docs/content-and-access.md, Text search).
 */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\u00AD]+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    // A capital sigma becomes `ς` at the end of a word and `σ` elsewhere, so prefixes would not match.
    .replaceAll('ς', 'σ')

/**
 * The folded words of a text in order, with repetitions: `A-b a` -> `a`, `b`, `a`. A word consists of letters and
 * digits. Intl.Segmenter is used only for scripts without spaces between words, because a regular expression is far
 * cheaper. It runs before folding, because its dictionaries need diacritical marks.
 */
export const wordsOf = (text: string): string[] => [...wordPieces(text)].flat()

/**
 * The maximum length of one piece. Folding can expand a character to 18, and dictionaries are slow: longer pieces would
 * block the event loop.
 */
const maxPieceLength = 1000

/**
 * The words of `wordsOf`, piece by piece, so that the caller can yield to other tasks between pieces. A piece ends
 * after whitespace or punctuation; if it contains neither, it ends anywhere.
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
 * Matches punctuation, but neither symbols, because folding turns some of them into letters, nor the soft hyphen, which
 * occurs inside words.
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

/**
 * Scripts that put no blank between words: a dictionary has to find the words. Cut into pieces, since a segmenter
 * copies its whole input for every segment, which takes gigabytes for 100 kB.
 */
const unspaced =
  /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]{1,200}/gu

// A fixed language, lest the words depend on the machine's.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Text in the form in which it is compared: compatibility forms resolved, without accents and soft hyphens, `ß` as
 * `ss`, in lower case. Folding twice changes nothing more. Rule: docs/content-and-access.md, Text search.
 */
export function fold(text: string): string {
  return (
    text
      .normalize('NFKD')
      .replace(/[\p{M}\u00AD]+/gu, '')
      .toLowerCase()
      .replaceAll('ß', 'ss')
      // Lower-casing makes a capital sigma one or the other by its place in the word, so that beginnings would differ.
      .replaceAll('ς', 'σ')
  )
}

/**
 * The folded words of a text in their order, repetitions included; a word holds letters and digits only and is never
 * empty. Where blanks or signs separate words, runs of letters and digits are just what Intl.Segmenter finds, and cost
 * far less; it is asked where they do not, before folding, because its dictionaries know the words with their marks.
 */
export function wordsOf(text: string): string[] {
  return [...wordPieces(text)].flat()
}

/** One character may stand for eighteen, and a dictionary is slow: more of them would hold the event loop for long. */
const maxPieceLength = 1000

/**
 * The same words, those of one stretch of the text after the other, so that whoever has much of it can let others in
 * between. A stretch ends where a blank or a sign stands, or anywhere when it has none.
 */
export function* wordPieces(text: string, longest = maxPieceLength): Generator<readonly string[]> {
  for (let start = 0; start < text.length; ) {
    const end = text.length - start <= longest ? text.length : endOfPiece(text, start, start + longest)
    yield wordsOfPiece(text.slice(start, end))
    start = end
  }
}

const blank = /\s/
/** Nothing that becomes letters in another form, as some symbols do, and no soft hyphen, which stands within words. */
const sign = /[!-/:-@[-`{-~\p{P}]/u

function endOfPiece(text: string, start: number, end: number): number {
  for (const separator of [blank, sign])
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

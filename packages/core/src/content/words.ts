/**
 * Scripts that put no blank between words: a dictionary has to find the words. Cut into pieces, since a segmenter copies
 * its whole input for every segment, which takes gigabytes for 100 kB.
 */
const unspaced =
  /[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]{1,200}/gu

// A fixed language, lest the words depend on the machine's.
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

/**
 * Text in the form in which it is compared: compatibility forms resolved, without accents and soft hyphens, `ß` as `ss`,
 * in lower case. Folding twice changes nothing more. Rule: decisions, section 1, "Text search".
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
 * empty. Where blanks or signs separate words, runs of letters and digits are just what Intl.Segmenter finds, and cost far
 * less; it is asked where they do not, before folding, because its dictionaries know the words with their marks.
 */
export function wordsOf(text: string): string[] {
  const spaced = text.normalize('NFKC').replace(unspaced, spaceOut)
  return fold(spaced).match(/[\p{L}\p{N}]+/gu) ?? []
}

function spaceOut(run: string): string {
  let spaced = ' '
  for (const { segment } of segmenter.segment(run)) spaced += `${segment} `
  return spaced
}

/** The same words in pieces. */
export function* wordPieces(text: string): Generator<readonly string[]> {
  for (let start = 0; start < text.length; ) {
    const blank = text.indexOf(' ', start + 2000)
    const end = blank === -1 ? text.length : blank
    yield wordsOf(text.slice(start, end))
    start = end
  }
}

import { createHash } from 'node:crypto'
import type { TimeSlice } from '@plenum/core'
import type { SearchWords } from '@plenum/core/ports'

type Lists = readonly [title: readonly string[], description: readonly string[], everything: readonly string[]]

/** The text index. */
export interface WordRows {
  insert(words: NewWords): Promise<void>
  /** Removes the words of the nodes with these `seq`. */
  remove(seqs: readonly number[]): Promise<void>
}

export interface NewWords {
  readonly seq: number
  readonly words: SearchWords
  readonly slice: TimeSlice
}

/** Identifies the words in the text index, which cannot be read back from it. */
export function digestOfWords(words: SearchWords): string {
  return createHash('sha256')
    .update(JSON.stringify(wordLists(words)))
    .digest('base64url')
}

export function wordLists({ titleWords, descriptionWords, words }: SearchWords): Lists {
  return [titleWords, descriptionWords, words]
}

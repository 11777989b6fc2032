import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
/** Loaded with the first non-ASCII text: its tables take 50 ms and 15 MB. */
const library = (): typeof import('transliteration') => load('transliteration')

/** Texts that need no transliteration. */
const ascii = /^[\x20-\x7e]*$/

/** Transliterates all scripts to ASCII (`Platform.transliterate`): `Über Ж` -> `Uber Zh`. */
export function transliterate(text: string): string {
  return ascii.test(text) ? text : library().transliterate(text)
}

import { createRequire } from 'node:module'

const load = createRequire(import.meta.url)
/** Loaded with the first text that needs it: its tables take 50 ms and 15 MB. */
const library = (): typeof import('transliteration') => load('transliteration')

/** Texts that the tables leave as they are. */
const ascii = /^[\x20-\x7e]*$/

/** Letters of all scripts in ASCII, as `Platform.transliterate`: `Über Ж` -> `Uber Zh`. */
export function transliterate(text: string): string {
  return ascii.test(text) ? text : library().transliterate(text)
}

import { lineOf } from './scheduleFileSchema.js'

const maxDescriptionLength = 10_000

const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
/** Language codes that have been removed from ISO 639-1, although language names for them are still available. */
const withdrawnLanguages = ['bh', 'in', 'iw', 'ji', 'jw', 'mo', 'sh']

/** Returns the ISO 639-1 code of a language such as `en-GB`, or null if the language is unknown. */
export function languageOf(language: string | null | undefined): string | null {
  const code = /^[a-z]{2}(?![a-z])/.exec(lineOf(language).toLowerCase())?.[0]
  return code && languageNames.of(code) && !withdrawnLanguages.includes(code) ? code : null
}

/** Shortens a description to the maximum length, cutting it off at the end of a word. */
export function cropText(text: string): string {
  if (text.length <= maxDescriptionLength) return text
  const blank = text.lastIndexOf(' ', maxDescriptionLength)
  return text.slice(0, blank > 0 ? blank : maxDescriptionLength).replace(/\p{Cs}$/u, '')
}

/** Why an id is refused; `too-long` is beyond 255 characters (UTF-16 units). */
export type IdProblem = 'empty' | 'characters' | 'reserved' | 'too-long'

const maxLength = 255
const maxNumber = 100

/** What an object is called whose title leaves nothing to make an id of. */
const nameless = 'item'

const illegalAnywhere = /[/\\?#%\p{Cc}\p{Cs}]/u
const illegalAtStart = /^[@+_]/

/** Names that clients use for pages of their own, next to the content. */
const reserved: ReadonlySet<string> = new Set([
  ...['.', '..', 'add', 'contents', 'controlpanel', 'delete', 'edit', 'historyview', 'login', 'logout'],
  ...['properties', 'register', 'search', 'sharing', 'sitemap', 'view'],
])

/**
 * What is wrong with an id, or null. Lone surrogates (a URL cannot hold them) and blanks at either end (a URL loses
 * them) are refused as `characters`; blanks inside are fine. Rule: docs/content-and-access.md, Ids.
 */
export function problemOfId(id: string): IdProblem | null {
  if (id === '') return 'empty'
  if (id.length > maxLength) return 'too-long'
  if (illegalAnywhere.test(id) || illegalAtStart.test(id) || id !== id.trim()) return 'characters'
  return reserved.has(id) ? 'reserved' : null
}

/**
 * The id that a title or a file name leads to: `Über uns` to `uber-uns`, `report.PDF` to `report.pdf`. It holds a-z,
 * 0-9, `_` and `-`, and a dot before an extension of up to four characters; it has at most 255 characters and may be
 * reserved or taken (see freeId). Empty when the title has no letter and no digit. `transliterate` gives the text in
 * ASCII. Rule: docs/content-and-access.md, Ids
 */
export function idFromTitle(title: string, transliterate: (text: string) => string): string {
  const { stem, extension } = splitExtension(transliterate(title).trim().toLowerCase())
  const name = slugOf(stem)
  return name === '' ? slugOf(extension) : crop(name, maxLength - extension.length) + extension
}

/**
 * The wanted id itself when it is legal and not taken, else the first free one of `-1` to `-100`, put before the
 * extension; null when there is none. An empty one counts as `item`, so that a title of punctuation only leads to an
 * id.
 */
export function freeId(wanted: string, isTaken: (id: string) => boolean): string | null {
  const first = wanted === '' ? nameless : wanted
  const isFree = (id: string): boolean => problemOfId(id) === null && !isTaken(id)
  if (isFree(first)) return first
  const { stem, extension } = splitExtension(first)
  for (let number = 1; number <= maxNumber; number += 1) {
    const end = `-${number}${extension}`
    const candidate = crop(stem, maxLength - end.length) + end
    if (isFree(candidate)) return candidate
  }
  return null
}

/** The extension has its dot, or is empty; the stem is never empty unless the name is. */
function splitExtension(name: string): { stem: string; extension: string } {
  const [, stem = name, extension = ''] = /^(.+)(\.\w{1,4})$/s.exec(name) ?? []
  return { stem, extension }
}

/** Words of ASCII letters and digits, joined by dashes. */
export function slugOf(text: string): string {
  return text
    .replace(/['"]/g, '')
    .replace(/\W+/g, '-')
    .replace(/^[-_]+|-$/g, '')
}

/** Cut at a dash where there is one, so that no word is cut in two. */
function crop(name: string, length: number): string {
  if (name.length <= length) return name
  const dash = name.lastIndexOf('-', length)
  return name.slice(0, dash > 0 ? dash : length).replace(/\p{Cs}$/u, '')
}

/** The reason why an id is refused; `too-long` means more than 255 UTF-16 code units. */
type IdProblem = 'empty' | 'characters' | 'reserved' | 'too-long'
/** The reason why a new id is refused; existing ids may contain invisible characters. */
type NewIdProblem = IdProblem | 'invisible'

const maxLength = 255
const maxNumber = 100

/** The id of an object whose title contains no letters and no digits. */
const fallbackId = 'item'

const illegalAnywhere = /[/\\?#%\p{Cc}\p{Cs}]/u
/**
 * Matches format characters, including characters that change the writing direction, and letters without a glyph;
 * variation selectors of emoji are allowed.
 */
const invisible = /(?![\uFE0E\uFE0F])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const illegalAtStart = /^[@+_]/

/** The names that clients use in URLs for their own pages, such as `/news/edit`. */
const reserved: ReadonlySet<string> = new Set([
  ...['.', '..', 'add', 'contents', 'controlpanel', 'delete', 'edit', 'historyview', 'login', 'logout'],
  ...['properties', 'register', 'search', 'sharing', 'sitemap', 'view'],
])

/** The paths to which the server itself responds, because browsers and crawlers request them from every host. */
const reservedPaths: ReadonlySet<string> = new Set([
  '/favicon.ico',
  '/healthz',
  '/passwordreset',
  '/readyz',
  '/robots.txt',
  '/sitemap-index.xml',
  '/sitemap.xml',
])

/**
 * Whether a path is reserved. No content may have a reserved path, even if the id is allowed in other containers
 * (docs/content-and-access.md, Ids, rule 7).
 */
export const isReservedPath = (path: string): boolean => reservedPaths.has(path)

/**
 * The problem with an id; null if the id is valid. Lone surrogates (invalid in URLs) and leading or trailing whitespace
 * (which URLs lose) are refused as `characters`; inner spaces are allowed (docs/content-and-access.md, Ids).
 */
export function problemOfId(id: string): IdProblem | null {
  if (id === '') return 'empty'
  if (id.length > maxLength) return 'too-long'
  if (illegalAnywhere.test(id) || illegalAtStart.test(id) || id !== id.trim()) return 'characters'
  return reserved.has(id) ? 'reserved' : null
}

/**
 * Like `problemOfId`, for new content: also refuses invisible characters, and ids that look like a refused id, such as
 * two full-width dots.
 */
export function problemOfNewId(id: string): NewIdProblem | null {
  const problem = problemOfId(id)
  if (problem !== null) return problem
  if (invisible.test(id)) return 'invisible'
  const lookalike = problemOfId(id.normalize('NFKC'))
  return lookalike === 'too-long' ? null : lookalike
}

/** Whether clients or the server reserve a path for their own pages. */
export const isReservedAddress = (path: string): boolean =>
  isReservedPath(path) || path.split('/').some(name => reserved.has(name))

/**
 * Derives an id from a title or a file name: `Über uns` -> `uber-uns`, `report.PDF` -> `report.pdf`. The id consists of
 * a-z, 0-9, `_` and `-`, with a dot only before an extension of up to four characters, and has at most 255 characters.
 * The id may be reserved or in use (see `freeId`), and is empty if the title contains no letters and no digits.
 * `transliterate` converts a string to ASCII (docs/content-and-access.md, Ids).
 */
export function idFromTitle(title: string, transliterate: (text: string) => string): string {
  const { stem, extension } = splitExtension(transliterate(title).trim().toLowerCase())
  const name = slugOf(stem)
  return name === '' ? slugOf(extension) : crop(name, maxLength - extension.length) + extension
}

/**
 * The preferred id if it is valid and not in use; otherwise the first free id with a number from 1 to 100: `report.pdf`
 * -> `report-1.pdf`; null if all these ids are in use. An empty id becomes `item`.
 */
export function freeId(preferred: string, isTaken: (id: string) => boolean): string | null {
  const first = preferred === '' ? fallbackId : preferred
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

/**
 * Splits a file name: `report.pdf` -> `report` and `.pdf`. The extension may be empty; the stem is empty only if the
 * name is.
 */
function splitExtension(name: string): { stem: string; extension: string } {
  const [, stem = name, extension = ''] = /^(.+)(\.\w{1,4})$/s.exec(name) ?? []
  return { stem, extension }
}

/** Converts a string to a slug: ASCII letters, digits and underscores, with dashes between words. */
export const slugOf = (text: string): string =>
  text
    .replace(/['"]/g, '')
    .replace(/\W+/g, '-')
    .replace(/^[-_]+|-$/g, '')

/** Cuts a long name, preferably at a dash, so that words remain whole. */
function crop(name: string, length: number): string {
  if (name.length <= length) return name
  const dash = name.lastIndexOf('-', length)
  return name.slice(0, dash > 0 ? dash : length).replace(/\p{Cs}$/u, '')
}

const maxCopies = 1000

/**
 * The candidate ids for a copy if its original id is in use: `copy_of_x`, `copy2_of_x` and so on. A copy of a copy
 * continues from its own number (docs/content-and-access.md, Copy and move, rule 4).
 */
export function* copyIds(id: string): Generator<string> {
  const { number, original } = numberOf(id)
  for (let next = number + 1; next <= number + maxCopies; next += 1) {
    const begin = next === 1 ? 'copy_of_' : `copy${next}_of_`
    yield begin + original.slice(0, maxLength - begin.length)
  }
}

function numberOf(id: string): { readonly number: number; readonly original: string } {
  const [, digits = '', original] = /^copy(\d{0,9})_of_(.+)$/s.exec(id) ?? []
  return original === undefined ? { number: 0, original: id } : { number: Number(digits || '1'), original }
}

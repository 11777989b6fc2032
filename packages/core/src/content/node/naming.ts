/** The reason why an id is invalid. `too-long` means more than 255 UTF-16 code units. */
type IdProblem = 'empty' | 'characters' | 'reserved' | 'too-long'
/**
 * The reason why the id of a new object is invalid. Unlike existing ids, new ids must not contain invisible characters.
 */
type NewIdProblem = IdProblem | 'invisible'

const maxLength = 255
const maxNumber = 100

const fallbackId = 'item'

const illegalAnywhere = /[/\\?#%\p{Cc}\p{Cs}]/u
/**
 * Matches format characters, such as direction marks, and letters without a glyph. The variation selectors of emoji do
 * not match.
 */
const invisible = /(?![\uFE0E\uFE0F])[\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const illegalAtStart = /^[@+_]/

/** The path segments that clients use for their own pages, such as `edit` in `/news/edit`. */
const reserved: ReadonlySet<string> = new Set([
  ...['.', '..', 'add', 'contents', 'controlpanel', 'delete', 'edit', 'historyview', 'login', 'logout'],
  ...['properties', 'register', 'search', 'sharing', 'sitemap', 'view'],
])

/** The paths that the server handles itself. Browsers and crawlers request some of these paths from every host. */
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
 * Whether a path is reserved for the server, so that no object can have this path. In other containers, objects can
 * have the same id (docs/content-and-access.md, Ids, rule 7).
 */
export const isReservedPath = (path: string): boolean => reservedPaths.has(path)

/**
 * Validates an id. Lone surrogates, which are invalid in URLs, and leading or trailing whitespace, which is lost in
 * URLs, are reported as `characters` (docs/content-and-access.md, Ids).
 */
export function problemOfId(id: string): IdProblem | null {
  if (id === '') return 'empty'
  if (id.length > maxLength) return 'too-long'
  if (illegalAnywhere.test(id) || illegalAtStart.test(id) || id !== id.trim()) return 'characters'
  return reserved.has(id) ? 'reserved' : null
}

/**
 * Validates the id of a new object. In addition to the ids that `problemOfId` rejects, rejects invisible characters and
 * ids that look like a rejected id, such as two full-width dots.
 */
export function problemOfNewId(id: string): NewIdProblem | null {
  const problem = problemOfId(id)
  if (problem !== null) return problem
  if (invisible.test(id)) return 'invisible'
  const lookalike = problemOfId(id.normalize('NFKC'))
  return lookalike === 'too-long' ? null : lookalike
}

export const isReservedAddress = (path: string): boolean =>
  isReservedPath(path) || path.split('/').some(name => reserved.has(name))

/**
 * Derives an id from a title or a file name, for example `uber-uns` from `Über uns`, and `report.pdf` from
 * `report.PDF`. The id has at most 255 characters from a-z, 0-9, `_` and `-`, and can also contain a dot before an
 * extension of up to four characters. The id is empty if the title contains neither letters nor digits. The id may be
 * reserved or in use (see `freeId`). `transliterate` converts a string to ASCII (docs/content-and-access.md, Ids).
 */
export function idFromTitle(title: string, transliterate: (text: string) => string): string {
  const { stem, extension } = splitExtension(transliterate(title).trim().toLowerCase())
  const name = slugOf(stem)
  return name === '' ? slugOf(extension) : crop(name, maxLength - extension.length) + extension
}

/**
 * Returns the preferred id if it is valid and free, or else the first free id with a number from 1 to 100, such as
 * `report-1.pdf` for `report.pdf`. Returns null if all these ids are in use. An empty id becomes `item`.
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

/** Splits a file name, for example `report.pdf` into `report` and `.pdf`. The extension may be empty. */
function splitExtension(name: string): { stem: string; extension: string } {
  const [, stem = name, extension = ''] = /^(.+)(\.\w{1,4})$/s.exec(name) ?? []
  return { stem, extension }
}

export const slugOf = (text: string): string =>
  text
    .replace(/['"]/g, '')
    .replace(/\W+/g, '-')
    .replace(/^[-_]+|-$/g, '')

/** Truncates a name, at a dash if possible, so that the last word is not cut. */
function crop(name: string, length: number): string {
  if (name.length <= length) return name
  const dash = name.lastIndexOf('-', length)
  return name.slice(0, dash > 0 ? dash : length).replace(/\p{Cs}$/u, '')
}

const maxCopies = 1000

/**
 * Yields candidate ids for a copy: `copy_of_x`, `copy2_of_x` and so on. A copy of a copy continues the numbering
 * (docs/content-and-access.md, Copy and move, rule 4).
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

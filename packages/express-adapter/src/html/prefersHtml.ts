/** Maximum number of cached `Accept` headers per process. */
const maxCached = 500
/** Maximum length of a cached header, in characters. */
const maxLength = 512

const cachedHeaders = new Map<string, boolean>()

/** Whether an `Accept` header prefers `text/html` to JSON; without a header, and on a tie, JSON is sent. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return false
  const cached = cachedHeaders.get(accept)
  if (cached !== undefined) return cached
  const ranges = accept.split(',').map(rangeOf)
  const prefers = qualityOf(ranges, 'text', 'html') > qualityOf(ranges, 'application', 'json')
  if (cachedHeaders.size >= maxCached) cachedHeaders.clear()
  if (accept.length <= maxLength) cachedHeaders.set(accept, prefers)
  return prefers
}

interface Range {
  readonly name: string
  readonly quality: number
}

function rangeOf(text: string): Range {
  const [name = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const value = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { name, quality: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Number(value) : 0 }
}

/** The quality of the most specific range that matches the media type (RFC 9110, 12.5.1). */
function qualityOf(ranges: readonly Range[], type: string, subtype: string): number {
  const qualityFor = (range: string) => ranges.find(({ name }) => name === range)?.quality
  return qualityFor(`${type}/${subtype}`) ?? qualityFor(`${type}/*`) ?? qualityFor('*/*') ?? 0
}

/** Maximum number of cached `Accept` headers per process. */
const maxRemembered = 500
/** Maximum length of a cached header, in characters. */
const longest = 512

const remembered = new Map<string, boolean>()

/** Whether an `Accept` header prefers `text/html` to JSON; without a header, and on a tie, JSON is sent. */
export function prefersHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return false
  const known = remembered.get(accept)
  if (known !== undefined) return known
  const ranges = accept.split(',').map(rangeOf)
  const prefers = qualityOf(ranges, 'text', 'html') > qualityOf(ranges, 'application', 'json')
  if (remembered.size >= maxRemembered) remembered.clear()
  if (accept.length <= longest) remembered.set(accept, prefers)
  return prefers
}

interface Range {
  readonly name: string
  readonly quality: number
}

function rangeOf(text: string): Range {
  const [name = '', ...parameters] = text.split(';').map(part => part.trim().toLowerCase())
  const sent = parameters.find(parameter => parameter.startsWith('q='))?.slice(2) ?? '1'
  return { name, quality: /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(sent) ? Number(sent) : 0 }
}

/** The quality of the most specific range that matches the media type (RFC 9110, 12.5.1). */
function qualityOf(ranges: readonly Range[], type: string, subtype: string): number {
  const of = (wanted: string) => ranges.find(({ name }) => name === wanted)?.quality
  return of(`${type}/${subtype}`) ?? of(`${type}/*`) ?? of('*/*') ?? 0
}

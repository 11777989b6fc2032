export type HtmlNode = string | HtmlElement

export interface HtmlElement {
  readonly tag: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: HtmlNode[]
}

const voidTags: ReadonlySet<string> = new Set(['br', 'img', 'hr', 'input', 'wbr'])
const selfEnding: ReadonlySet<string> = new Set(['p', 'li'])
/**
 * The maximum nesting depth of elements. The contents of deeper elements are added to their last permitted ancestor.
 */
const maxDepth = 30

/**
 * Parses HTML in linear time. Never throws: an end tag without a start tag is ignored, and all open elements are closed
 * at the end of the input. Comments and declarations are omitted.
 */
export function parseHtml(html: string): readonly HtmlNode[] {
  const root: HtmlElement = { tag: '', attributes: new Map(), children: [] }
  const open = [root]
  const add = (node: HtmlNode): void => void open.at(-1)?.children.push(node)
  for (const token of tokensOf(html)) {
    if (!token.isTag) add(decodeEntities(token.text))
    else if (token.text.startsWith('/')) close(open, nameIn(token.text.slice(1)))
    else if (/^[a-z]/i.test(token.text)) {
      const tag = nameIn(token.text)
      if (selfEnding.has(tag) && open.at(-1)?.tag === tag) open.pop()
      const element: HtmlElement = { tag, attributes: attributesIn(token.text), children: [] }
      add(element)
      if (!voidTags.has(tag) && !token.text.endsWith('/') && open.length < maxDepth) open.push(element)
    }
  }
  return root.children
}

function close(open: HtmlElement[], tag: string): void {
  const i = open.findLastIndex(element => element.tag === tag)
  if (i > 0) open.length = i
}

interface Token {
  readonly isTag: boolean
  readonly text: string
}

function* tokensOf(html: string): Generator<Token> {
  let at = 0
  while (at < html.length) {
    const start = html.indexOf('<', at)
    const textEnd = start < 0 ? html.length : start
    if (textEnd > at) yield { isTag: false, text: html.slice(at, textEnd) }
    if (start < 0) return
    const end = html.indexOf('>', start)
    if (end < 0) {
      yield { isTag: false, text: html.slice(start) }
      return
    }
    const isTag = /[a-z/!?]/i.test(html[start + 1] ?? '')
    yield isTag ? { isTag, text: html.slice(start + 1, end) } : { isTag, text: '<' }
    at = isTag ? end + 1 : start + 1
  }
}

const nameIn = (text: string): string => (/^[a-z][a-z0-9]*/i.exec(text)?.[0] ?? '').toLowerCase()

/** The maximum length of a tag in characters. Attributes of longer tags are ignored. */
const maxTagLength = 5000

function attributesIn(tag: string): ReadonlyMap<string, string> {
  const pairs = tag.slice(0, maxTagLength).matchAll(/\s([a-z-]+)=(?:"([^"]*)"|'([^']*)')/gi)
  return new Map(
    [...pairs].map(([, name = '', double, single]) => [name.toLowerCase(), decodeEntities(double ?? single ?? '')]),
  )
}

const named: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
])

const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,4}));/gi, (entity, decimal, hex, name) => {
    if (name !== undefined) return named.get(String(name).toLowerCase()) ?? entity
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : ''
  })

const escapes: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ['\u00a0', '&nbsp;'],
])

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"\u00a0]/g, character => escapes.get(character) ?? '')

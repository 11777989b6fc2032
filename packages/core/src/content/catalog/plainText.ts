/** Elements that can be inside a word, like `H<sub>2</sub>O`; the tags of all others separate words. */
const inlineElements: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo code del em i ins mark q s small span strong sub sup u wbr'.split(' '),
)
const nameInTag = /^<\/?([a-z]{1,6})[\s>]/i
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  shy: '',
}

/**
 * The text of HTML without tags, for the search index. Named entities other than those in `entities` become blanks. The
 * time is linear in the length for every input (docs/content-and-access.md, HTML in fields).
 */
export function plainText(html: string): string {
  return withoutTags(html).replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,32}));/gi,
    (_, decimal?: string, hex?: string, name = '') => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
      if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
      return Object.hasOwn(entities, name) ? (entities[name] ?? ' ') : ' '
    },
  )
}

/** A `<` without a following `>` is not a tag: it stays as text. */
function withoutTags(html: string): string {
  const parts: string[] = []
  let position = 0
  for (;;) {
    const start = html.indexOf('<', position)
    const end = start < 0 ? -1 : html.indexOf('>', start)
    if (end < 0) break
    parts.push(html.slice(position, start), isInline(html.slice(start, Math.min(end + 1, start + 10))) ? '' : ' ')
    position = end + 1
  }
  return parts.join('') + html.slice(position)
}

function isInline(beginning: string): boolean {
  const name = nameInTag.exec(beginning)?.[1]
  return name !== undefined && inlineElements.has(name.toLowerCase())
}

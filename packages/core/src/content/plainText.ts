/** Elements that stand within a word or a line; all others end one. */
const inline = /<\/?(?:a|abbr|b|bdi|bdo|code|del|em|i|ins|mark|q|s|small|span|strong|sub|sup|u|wbr)(?:\s[^>]*)?>/gi
const element = /<[^>]*>/g
const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '' }

/** What a person reads of HTML, for the search of its words. Entities of other names are left out. */
export function plainText(html: string): string {
  const text = html.replace(inline, '').replace(element, ' ')
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{1,32}));/gi,
    (_, decimal?: string, hex?: string, name = '') => {
      const code = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined
      if (code !== undefined) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' '
      return Object.hasOwn(named, name) ? (named[name] ?? ' ') : ' '
    },
  )
}

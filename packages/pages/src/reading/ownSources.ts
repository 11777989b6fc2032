import { safeSource } from './links.js'

const loading = /<(?:img|source)\b[^<>]*>/gi
const source = /\s(src|srcset)="([^"]*)"/gi
const quoted = /"[^"]*"/g
/** As no cleaned HTML has it. */
const otherSource = /\ssrc(?:set)?\s*=\s*(?!")/i

/**
 * Clean HTML without the addresses of images of other sites, which browsers would ask for: the text of such an image
 * stays (docs/pages.md, Safety of pages, rule 3).
 */
export const withOwnSources = (html: string, base: string): string =>
  html.replace(loading, tag => {
    const own = tag.replace(source, (attribute, name: string, value: string) =>
      addressesIn(name, value).every(address => safeSource(address, base) !== undefined) ? attribute : '',
    )
    return otherSource.test(own.replace(quoted, '""')) ? '' : own
  })

function addressesIn(name: string, value: string): readonly string[] {
  const text = value.replaceAll('&amp;', '&')
  return name.toLowerCase() === 'src' ? [text] : text.split(',').map(one => one.trim().split(/\s/, 1)[0] || '/')
}

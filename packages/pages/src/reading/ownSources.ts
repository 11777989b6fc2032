import { safeSource } from './links.js'

const imageTags = /<(?:img|source)\b[^<>]*>/gi
const source = /\s(src|srcset)="([^"]*)"/gi
const quoted = /"[^"]*"/g
/** Matches a `src` or `srcset` attribute with an unquoted or single-quoted value. Sanitized HTML contains neither. */
const otherSource = /\ssrc(?:set)?\s*=\s*(?!")/i

/**
 * Removes the URLs of images on other sites from sanitized HTML, because browsers would load these images. The
 * alternative texts are preserved (docs/pages.md, Safety of pages, rule 3).
 */
export const withOwnSources = (html: string, base: string): string =>
  html.replace(imageTags, tag => {
    const filtered = tag.replace(source, (attribute, name: string, value: string) =>
      addressesIn(name, value).every(address => safeSource(address, base) !== undefined) ? attribute : '',
    )
    return otherSource.test(filtered.replace(quoted, '""')) ? '' : filtered
  })

function addressesIn(name: string, value: string): readonly string[] {
  const text = value.replaceAll('&amp;', '&')
  return name.toLowerCase() === 'src'
    ? [text]
    : text.split(',').map(candidate => candidate.trim().split(/\s/, 1)[0] || '/')
}

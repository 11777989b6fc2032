import type { SocialLink, TargetLink } from '@plenum/core/answers'
import { safeLink } from '../reading/links.js'

/** Social media links of a person or a sponsor. Unsafe links are omitted (see `safeLink`). */
export function SocialLinks({ links }: { links: readonly SocialLink[] | undefined }) {
  const safeLinks = (links ?? []).flatMap(row => {
    const addresses = typeof row.href === 'string' ? [row.href] : (row.href ?? []).map(addressOf)
    return addresses.flatMap(text => {
      const href = safeLink(text)
      return href === undefined ? [] : [{ href, title: row.title || row.id || href }]
    })
  })
  if (safeLinks.length === 0) return null
  return (
    <ul class="social">
      {safeLinks.map(({ href, title }) => (
        <li>
          <a href={href} rel="me noopener">
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A link is a string, or an object as link widgets send it. */
const addressOf = (link: string | TargetLink): string => (typeof link === 'string' ? link : link['@id'])

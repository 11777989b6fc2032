import type { JsonValue } from '@plenum/core'
import { objectsOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'

/** Links to the networks of a person or a sponsor. Those that no browser should follow are left out. */
export function SocialLinks({ links }: { links: JsonValue | undefined }) {
  const shown = objectsOf(links).flatMap(row => {
    const addresses = Array.isArray(row.href) ? row.href.map(addressOf) : [textOf(row.href)]
    return addresses.flatMap(text => {
      const href = safeLink(text)
      return href === undefined ? [] : [{ href, title: textOf(row.title) || textOf(row.id) || href }]
    })
  })
  if (shown.length === 0) return null
  return (
    <ul class="social">
      {shown.map(({ href, title }) => (
        <li>
          <a href={href} rel="me noopener">
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** A link is a text, or an object as link widgets send it. */
function addressOf(link: JsonValue): string {
  return textOf(link) || objectsOf([link]).map(one => textOf(one['@id']))[0] || ''
}

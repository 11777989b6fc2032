import { textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import type { BlockProps } from './blockProps.js'

/** A link to a video. It is not embedded, because pages load nothing from other hosts. */
export function VideoBlock({ page, block }: BlockProps) {
  const address = textOf(block.url)
  const href = safeLink(address)
  if (href === undefined) return null
  return (
    <p class="video">
      <a href={href}>{textOf(block.title) || say(page, 'page.watch')}</a> <small>{address}</small>
    </p>
  )
}

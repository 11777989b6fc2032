import { Picture } from '../content/picture.js'
import { objectsOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { imageIn } from './blockImage.js'
import type { BlockProps } from './blockProps.js'

/** A card that links to another object. */
export function Teaser({ block }: BlockProps) {
  const [target] = objectsOf(block.href)
  const title = textOf(block.title) || textOf(target?.title)
  const description = textOf(block.description) || textOf(target?.description)
  const address = textOf(target?.['@id'])
  const href = safeLink(address)
  const image = target && imageIn(target, textOf(target.image_field))
  return (
    <div class="card">
      {image && <Picture image={image} at={image.base_path || address} alt="" width={480} class="thumbnail" />}
      {textOf(block.head_title) && <p class="eyebrow">{textOf(block.head_title)}</p>}
      <h2>{target && href ? <a href={href}>{title}</a> : title}</h2>
      {description && <p>{description}</p>}
    </div>
  )
}

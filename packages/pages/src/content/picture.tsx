import type { JsonObject, JsonValue } from '@plenum/core'
import { numberOf, objectOf, objectsOf, textOf } from '../reading/json.js'
import { OwnImage } from './ownImage.js'

interface PictureProps {
  /** An image field, or an entry of `image_scales`. */
  readonly image: JsonObject
  /** Where its relative addresses begin; not needed when they are absolute. */
  readonly at?: string
  readonly alt: string
  /** CSS pixels that it takes at most. */
  readonly width: number
  readonly class?: string
  readonly isEager?: boolean
}

/** An image in the smallest scale that is wide enough for screens of two pixels for one. */
export function Picture({ image, at = '', alt, width, class: name, isEager = false }: PictureProps) {
  const shown = scaleOf(image, width * 2)
  const source = textOf(shown.download)
  return (
    <OwnImage
      source={source.startsWith('@@') ? `${at}/${source}` : source}
      alt={alt}
      class={name}
      width={numberOf(shown.width) || undefined}
      height={numberOf(shown.height) || undefined}
      loading={isEager ? undefined : 'lazy'}
    />
  )
}

/** The image of a listed object, of whatever field the listing names. */
export function SummaryPicture({ item, width, class: name }: { item: JsonObject; width: number; class?: string }) {
  const [image] = objectsOf(objectOf(item.image_scales)[textOf(item.image_field)])
  if (!image) return null
  const at = textOf(image.base_path) || textOf(item['@id'])
  return <Picture image={image} at={at} alt="" width={width} class={name} />
}

/** The image of an object above its text, with the caption. */
export function LeadImage({ content }: { content: JsonObject }) {
  const image = objectOf(content.image)
  if (!textOf(image.download)) return null
  const caption = textOf(content.image_caption)
  return (
    <figure class="lead-image">
      <Picture image={image} alt={caption ? '' : textOf(content.title)} width={800} isEager />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

function scaleOf(image: JsonObject, width: number): JsonObject {
  const scales = Object.values(objectOf(image.scales)).map((scale: JsonValue) => objectOf(scale))
  const wide = scales.filter(scale => numberOf(scale.width) >= width)
  return wide.toSorted((a, b) => numberOf(a.width) - numberOf(b.width))[0] ?? image
}

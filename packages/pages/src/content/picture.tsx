import type { ContentPayload, ImageValue, ListedItem } from '@plenum/core/answers'
import { OwnImage } from './ownImage.js'

/** An image with its scales. */
export type PictureImage = Pick<ImageValue, 'download' | 'width' | 'height' | 'scales'>

interface PictureProps {
  /** An image field, or an entry of `image_scales`. */
  readonly image: PictureImage
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
  const source = shown.download
  return (
    <OwnImage
      source={source.startsWith('@@') ? `${at}/${source}` : source}
      alt={alt}
      class={name}
      width={shown.width || undefined}
      height={shown.height || undefined}
      loading={isEager ? undefined : 'lazy'}
    />
  )
}

/** The image of a listed object, of whatever field the listing names. */
export function SummaryPicture({ item, width, class: name }: { item: ListedItem; width: number; class?: string }) {
  const image = 'image_scales' in item ? item.image_scales?.[item.image_field]?.[0] : undefined
  if (!image) return null
  const at = image.base_path || item['@id']
  return <Picture image={image} at={at} alt="" width={width} class={name} />
}

/** The image of an object above its text, with the caption. */
export function LeadImage({ content }: { content: ContentPayload }) {
  const { image, image_caption: caption } = content
  if (!image?.download) return null
  return (
    <figure class="lead-image">
      <Picture image={image} alt={caption ? '' : (content.title ?? '')} width={800} isEager />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

function scaleOf(image: PictureImage, width: number): Omit<PictureImage, 'scales'> {
  const wide = Object.values(image.scales).filter(scale => scale.width >= width)
  return wide.toSorted((a, b) => a.width - b.width)[0] ?? image
}

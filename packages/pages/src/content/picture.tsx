import type { ContentPayload, ImageValue, ListedItem } from '@plenum/core/answers'
import { safeSource } from '../reading/links.js'
import { SiteBase } from '../reading/siteBase.js'

export type PictureImage = Pick<ImageValue, 'download' | 'width' | 'height' | 'scales'>

interface PictureProps {
  /** An image field or an entry in `image_scales`. */
  readonly image: PictureImage
  /** The base URL for relative image URLs. Absolute URLs are not changed. */
  readonly at?: string
  readonly alt: string
  readonly width: number
  readonly class?: string
  readonly isEager?: boolean
}

export function Picture({ image, at = '', alt, width, class: name, isEager = false }: PictureProps) {
  const scale = scaleOf(image, width * 2)
  const source = scale.download
  return (
    <OwnImage
      source={source.startsWith('@@') ? `${at}/${source}` : source}
      alt={alt}
      class={name}
      width={scale.width || undefined}
      height={scale.height || undefined}
      loading={isEager ? undefined : 'lazy'}
    />
  )
}

export function SummaryPicture({ item, width, class: name }: { item: ListedItem; width: number; class?: string }) {
  const image = 'image_scales' in item ? item.image_scales?.[item.image_field]?.[0] : undefined
  if (!image) return null
  const at = image.base_path || item['@id']
  return <Picture image={image} at={at} alt="" width={width} class={name} />
}

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

interface OwnImageProps {
  readonly source: string
  readonly alt: string
  readonly class?: string | undefined
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly loading?: 'lazy' | undefined
}

/** Renders an image from this site. Images from other sites are not rendered. */
export function OwnImage({ source, alt, ...attributes }: OwnImageProps) {
  return (
    <SiteBase.Consumer>
      {base => {
        const address = safeSource(source, base)
        return address === undefined ? null : <img src={address} alt={alt} {...attributes} />
      }}
    </SiteBase.Consumer>
  )
}

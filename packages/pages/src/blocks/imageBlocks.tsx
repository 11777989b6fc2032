import type { JsonObject } from '@plenum/core'
import type { SummaryImage } from '@plenum/core/answers'
import { LeadImage, OwnImage, Picture, type PictureImage } from '../content/picture.js'
import { numberOf, objectOf, objectsOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import type { BlockProps } from './blockProps.js'

export const LeadImageBlock = ({ page }: BlockProps) => <LeadImage content={page.answer} />

/** Renders an image in the scales that the block lists, or at its URL if the block lists no scales. */
export function ImageBlock({ block }: BlockProps) {
  const address = addressOf(block)
  if (address === '') return null
  const link = safeLink(addressIn(block.href))
  const image = <Image block={block} address={address} />
  return (
    <figure class={`image-${textOf(block.align) === 'full' ? 'full' : 'center'}`}>
      {link ? <a href={link}>{image}</a> : image}
    </figure>
  )
}

function Image({ block, address }: { block: JsonObject; address: string }) {
  const alt = textOf(block.alt)
  const scaled = imageIn(block, textOf(block.image_field) || 'image')
  const [object = ''] = address.split('/@@images')
  if (scaled) return <Picture image={scaled} at={object} alt={alt} width={800} />
  const source = address.includes('/@@images') ? address : `${address}/@@images/image`
  return <OwnImage source={source} alt={alt} loading="lazy" />
}

const addressOf = (block: JsonObject): string => textOf(block.url) || addressIn(block.url)

function addressIn(value: JsonObject[string] | undefined): string {
  return textOf(value) || textOf(objectsOf(value)[0]?.['@id']) || textOf(objectOf(value)['@id'])
}

export function imageIn(
  holder: JsonObject,
  field: string,
): (PictureImage & Pick<SummaryImage, 'base_path'>) | undefined {
  const [image] = objectsOf(objectOf(holder.image_scales)[field])
  if (!image) return undefined
  const scales = Object.entries(objectOf(image.scales)).map(([name, scale]) => [name, scaleIn(objectOf(scale))])
  return { ...scaleIn(image), base_path: textOf(image.base_path), scales: Object.fromEntries(scales) }
}

const scaleIn = ({ download, width, height }: JsonObject) => ({
  download: textOf(download),
  width: numberOf(width),
  height: numberOf(height),
})

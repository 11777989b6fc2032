import type { JsonObject } from '@plenum/core'
import type { SummaryImage } from '@plenum/core/answers'
import type { PictureImage } from '../content/picture.js'
import { numberOf, objectOf, objectsOf, textOf } from '../reading/json.js'

/** The image that an editor has copied from a summary into a block; undefined if there is none. */
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

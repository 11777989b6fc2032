import type { SummaryImage } from '../../answers/images.js'
import type { Summary } from '../../answers/summary.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Field } from '../fields/field.js'
import { mapAddresses } from './mapAddresses.js'
import {
  describedUid,
  descriptiveKeys,
  isTeaser,
  linkedUidIn,
  teaserAddress,
  teaserTarget,
  type UidLink,
  uidLink,
  withoutDerivedKeys,
  withoutKeys,
} from './uidLinks.js'

/** The targets of links by UID, as the caller sees them. */
export interface LinkTargets {
  /** The URL of an object; undefined if the object does not exist. */
  addressOf(uid: string): string | undefined
  /** The image scales of an object; null if the object has no image or the caller may not view it. */
  scalesOf(uid: string): Summary['image_scales']
  /** The summary of an object that the value describes; undefined if the caller may not view the object. */
  summaryOf(uid: string): Summary | undefined
}

/**
 * A stored value as readers see it: with URLs instead of links by UID, current image scales, and teasers that show the
 * current title, description and summary of their target (docs/content-and-access.md, Blocks and values).
 */
export const liveValue = (field: Field, value: JsonValue, targets: LinkTargets): JsonValue =>
  mapAddresses(field, value, {
    address: address => liveAddress(address, targets),
    object: (mapped, stored) =>
      isTeaser(stored) ? liveTeaser(mapped, stored, targets) : withScales(mapped, stored, targets),
  })

function liveAddress(address: string, { addressOf, scalesOf }: LinkTargets): string {
  const link = uidLink(address)
  const url = link && addressOf(link.uid)
  return link && url !== undefined ? url + presentScale(link, scalesOf) : address
}

/** The suffix in a link to an image scale: `/@@images/{field}-{width}-{digest}.{extension}`. */
const scaleAddress = /^\/@@images\/([^/?#]+)-(\d+)-[0-9a-f]{32}\.[\w+]+$/

/**
 * The suffix for the same scale of the current image. With this suffix, readers see the new image after the linked
 * image has been replaced.
 */
function presentScale({ uid, suffix }: UidLink, scalesOf: LinkTargets['scalesOf']): string {
  const [, field, width] = (suffix && scaleAddress.exec(suffix)) || []
  const [image] = (field && scalesOf(uid)?.[field]) || []
  if (!image || image.base_path !== undefined) return suffix
  return `/${scaleOfWidth(image, Number(width))}`
}

/** The URL of the narrowest scale that is at least `width` wide; otherwise the URL of the original image. */
function scaleOfWidth({ download, scales }: SummaryImage, width: number): string {
  const wideEnough = Object.values(scales).filter(scale => scale.width >= width)
  return wideEnough.sort((a, b) => a.width - b.width)[0]?.download ?? download
}

/** A target without a summary is hidden from the caller, deleted, or not among the first 1,000 targets of the field. */
function withScales(mapped: JsonObject, stored: JsonObject, { scalesOf, summaryOf }: LinkTargets): JsonObject {
  const uid = linkedUidIn(stored)
  if (uid === undefined) return mapped
  if (describedUid(stored) === uid && !summaryOf(uid)) return withoutKeys(mapped, descriptiveKeys)
  const image_scales = scalesOf(uid)
  if (image_scales) return { ...mapped, image_scales }
  return 'image_scales' in mapped ? withoutKeys(mapped, scalesKey) : mapped
}

const scalesKey: ReadonlySet<string> = new Set(['image_scales'])

function liveTeaser(mapped: JsonObject, stored: JsonObject, { summaryOf }: LinkTargets): JsonObject {
  const uid = teaserTarget(stored)
  if (uid === undefined) return mapped
  const summary = summaryOf(uid)
  if (!summary) return { ...withoutDerivedKeys(mapped), href: [] }
  const { title, description, head_title } = summary
  const href = [{ ...summary, '@id': teaserAddress(mapped) }]
  return stored.overwrite === false ? { ...mapped, title, description, head_title, href } : { ...mapped, href }
}

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

export interface LinkTargets {
  addressOf(uid: string): string | undefined
  scalesOf(uid: string): Summary['image_scales']
  /** Returns the summary of an object, or undefined if the caller may not view the object. */
  summaryOf(uid: string): Summary | undefined
}

/**
 * Converts a stored value for readers: replaces links by UID with URLs, updates the links to image scales, and
 * refreshes the title, description and summary in teasers (docs/content-and-access.md, Blocks and values).
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

/** Matches the suffix of a link to an image scale: `/@@images/{field}-{width}-{digest}.{extension}`. */
const scaleAddress = /^\/@@images\/([^/?#]+)-(\d+)-[0-9a-f]{32}\.[\w+]+$/

/**
 * Updates a link to an image scale. The suffix contains a digest of the image, so a stored link becomes outdated when
 * the image is replaced.
 */
function presentScale({ uid, suffix }: UidLink, scalesOf: LinkTargets['scalesOf']): string {
  const [, field, width] = (suffix && scaleAddress.exec(suffix)) || []
  const [image] = (field && scalesOf(uid)?.[field]) || []
  if (!image || image.base_path !== undefined) return suffix
  return `/${scaleOfWidth(image, Number(width))}`
}

function scaleOfWidth({ download, scales }: SummaryImage, width: number): string {
  const wideEnough = Object.values(scales).filter(scale => scale.width >= width)
  return wideEnough.sort((a, b) => a.width - b.width)[0]?.download ?? download
}

/**
 * Updates the image scales of a link target, or removes them if the target has none. Removes all descriptive keys if
 * there is no summary of the target, because the target is hidden from the caller, deleted, or not among the first
 * 1,000 targets of the field.
 */
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

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
  uidLink,
} from './uidLinks.js'

/** The targets of links by UID, as the caller sees them. */
export interface LinkTargets {
  /** URL of an object; undefined if it does not exist. */
  addressOf(uid: string): string | undefined
  /** Summary of an object with a picture or of a teaser's target; undefined if the caller may not view it. */
  summaryOf(uid: string): Summary | undefined
}

/**
 * A stored value as readers see it: links by UID as URLs, the present scales of pictures, and teasers with the present
 * title, description and summary of their target (docs/content-and-access.md, Blocks and values).
 */
export function liveValue(field: Field, value: JsonValue, targets: LinkTargets): JsonValue {
  return mapAddresses(field, value, {
    address: address => liveAddress(address, targets),
    object: (mapped, stored) =>
      isTeaser(stored) ? liveTeaser(mapped, stored, targets) : withScales(mapped, stored, targets),
  })
}

function liveAddress(address: string, { addressOf, summaryOf }: LinkTargets): string {
  const link = uidLink(address)
  const url = link && addressOf(link.uid)
  return url === undefined ? address : url + presentScale(link?.suffix ?? '', summaryOf(link?.uid ?? ''))
}

/** `/@@images/{field}-{width}-{digest}.{extension}`: the address of a scale, which ends with its picture. */
const scaleAddress = /^\/@@images\/([^/?#]+)-(\d+)-[0-9a-f]{32}\.[\w+]+$/

/** The address of the same scale of the present picture, so that a replaced picture stays visible. */
function presentScale(suffix: string, summary: Summary | undefined): string {
  const [, field, width] = scaleAddress.exec(suffix) ?? []
  const [image] = (field && summary?.image_scales?.[field]) || []
  if (!image || image.base_path !== undefined) return suffix
  return `/${scaleOfWidth(image, Number(width))}`
}

/** The narrowest scale that is at least as wide, otherwise the picture itself. */
function scaleOfWidth({ download, scales }: SummaryImage, width: number): string {
  const wideEnough = Object.values(scales).filter(scale => scale.width >= width)
  return wideEnough.sort((a, b) => a.width - b.width)[0]?.download ?? download
}

function withScales(mapped: JsonObject, stored: JsonObject, { addressOf, summaryOf }: LinkTargets): JsonObject {
  const uid = linkedUidIn(stored)
  if (uid === undefined || addressOf(uid) === undefined) return mapped
  if (describedUid(stored) === uid && !summaryOf(uid)) return undescribed(mapped)
  const { image_scales: _, ...rest } = mapped
  const scales = summaryOf(uid)?.image_scales
  if (scales) return { ...rest, image_scales: scales }
  return 'image_scales' in mapped ? rest : mapped
}

/** An item without what it tells of its target, which the caller may not view. */
const undescribed = (item: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(item).filter(([key]) => !descriptiveKeys.has(key)))

/** Keys of a teaser that its target gives, unless the editor overwrites them. */
export const derivedKeys = ['title', 'description', 'head_title'] as const

function liveTeaser(mapped: JsonObject, stored: JsonObject, { summaryOf }: LinkTargets): JsonObject {
  const uid = teaserTarget(stored)
  if (uid === undefined) return mapped
  const summary = summaryOf(uid)
  if (!summary) return { ...own(mapped), href: [] }
  const { title, description, head_title } = summary
  const href = [{ ...summary, '@id': teaserAddress(mapped) }]
  return stored.overwrite === false ? { ...mapped, title, description, head_title, href } : { ...mapped, href }
}

/** A teaser without the keys that its target gives. */
function own(teaser: JsonObject): JsonObject {
  if (teaser.overwrite !== false) return teaser
  const { title: _, description: __, head_title: ___, ...rest } = teaser
  return rest
}

import { richTextOf } from '../../../content/fields/textKinds.js'
import type { ContentNode, Lineage } from '../../../content/node/node.js'
import type { ImportSource } from '../../../event/importKey.js'
import type { Programme } from '../../../event/programme.js'
import type { ReleaseDifference } from '../../../event/releaseDifferences.js'
import type { JsonObject } from '../../../foundation/json.js'
import { badRequest } from '../../../foundation/messages.js'
import { idOfPath } from '../../../foundation/paths.js'
import type { Environment } from '../../run/environment.js'
import type { RequestContext } from '../../run/requestContext.js'
import { type ContentDraft, draftAddition, type EditedObject, lineageOf } from './contentDraft.js'

/** The options of a schedule import. */
export interface ImportOptions {
  /** The path of the Tech Event, which is required unless the site is a single event. */
  readonly eventPath?: string
  readonly author: string
  /** Whether previously imported sessions that are missing from this file are retracted. */
  readonly retractMissing: boolean
  /** Whether an event that seems to be unrelated to the file may be overwritten. */
  readonly replaceEvent?: boolean
  /**
   * The web server from which the file was fetched. The property is omitted for other files, and if the server sends no
   * ETag.
   */
  readonly source?: Pick<ImportSource, 'url' | 'etag'>
  /** Whether the import is only simulated. */
  readonly isDry?: boolean
  /** The function that is called after each session with the number of processed sessions and the total number. */
  onProgress?(done: number, total: number): void
}

/** The numbers of objects that the import created, updated, left unchanged and retracted. */
export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly retracted: number
  /** The number of created objects of each type. */
  readonly createdTypes: Readonly<Record<string, number>>
  readonly edited: readonly EditedObject[]
  /** The previously imported sessions that are missing from this file. */
  readonly missing: readonly { readonly path: string; readonly title: string }[]
  /**
   * The differences between the schedules before and after the import, in the same form as differences between
   * releases.
   */
  readonly differences: readonly ImportDifference[]
}

/** A difference between two schedules. `before` or `after` is null if the slot does not exist in that schedule. */
export interface ImportDifference {
  readonly kind: ReleaseDifference['kind']
  readonly title: string
  readonly before: string | null
  readonly after: string | null
}

export interface PlanningInput extends Pick<RequestContext, 'environment' | 'reader' | 'task'> {
  readonly programme: Programme
  readonly options: ImportOptions
  readonly event: Lineage
  /** The venues, schedules, rooms, presenters, sessions and pages of the event. Containers precede their items. */
  readonly nodes: readonly ContentNode[]
}

export interface Planning extends PlanningInput {
  readonly draft: ContentDraft
}

export type Uids = ReadonlyMap<string, string>

/** Returns sanitized HTML as a rich-text value. Throws a DomainError `bad-request` if the HTML is rejected. */
export function cleanText({ cleanHtml }: Environment, name: string, html: string): JsonObject {
  const clean = cleanHtml(html)
  if (typeof clean === 'string') return richTextOf(clean)
  throw badRequest('import.text', { name, problem: clean })
}

/**
 * Returns the first object of the requested type in the event, or plans a new one. An existing page is used only if it
 * has the requested id.
 */
export async function firstOrNew(
  planning: Planning,
  requested: { type: string; id: string; title: string },
): Promise<Lineage> {
  const { draft, event, nodes } = planning
  const matches = ({ type, path }: ContentNode): boolean =>
    type === requested.type && (type !== 'Document' || idOfPath(path) === requested.id)
  const node = nodes.find(matches)
  if (node) return lineageOf(draft, node)
  return draftAddition(draft, event, { type: requested.type, id: requested.id, values: { title: requested.title } })
}

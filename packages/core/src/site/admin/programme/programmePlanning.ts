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

/** The target and mode of an import. */
export interface ImportOptions {
  /** The path of the Tech Event. If omitted, the site itself must be a single event. */
  readonly eventPath?: string
  /** The id of the user who becomes the creator. */
  readonly author: string
  /** Whether sessions from an earlier import are retracted if they are not in this file. */
  readonly retractMissing: boolean
  /** Whether an event that seems to be unrelated may be overwritten (see `refuseOtherEvent`). */
  readonly replaceEvent?: boolean
  /** The web server from which the file was fetched. Omitted for other files, and if the server sends no ETag. */
  readonly source?: Pick<ImportSource, 'url' | 'etag'>
  /** Whether the import only reports and writes nothing. */
  readonly isDry?: boolean
  /** Called after each session with the number of processed sessions and the total number. */
  onProgress?(done: number, total: number): void
}

/** The numbers of objects that an import created, updated, left unchanged and retracted. */
export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly retracted: number
  /** The number of created objects per type. */
  readonly createdTypes: Readonly<Record<string, number>>
  readonly edited: readonly EditedObject[]
  /** The sessions from an earlier import that are not in this file. */
  readonly missing: readonly { readonly path: string; readonly title: string }[]
  /** The differences between the schedule before and after the import, of the same kinds as between releases. */
  readonly differences: readonly ImportDifference[]
}

/** A difference between two schedules. Values are texts. Null if the slot is not in the schedule. */
export interface ImportDifference {
  readonly kind: ReleaseDifference['kind']
  readonly title: string
  readonly before: string | null
  readonly after: string | null
}

export interface PlanningInput extends Pick<RequestContext, 'environment' | 'reader' | 'task'> {
  readonly programme: Programme
  readonly options: ImportOptions
  /** The lineage of the event. */
  readonly event: Lineage
  /** The venues, schedules, rooms, presenters, sessions and pages of the event, containers before their content. */
  readonly nodes: readonly ContentNode[]
}

export interface Planning extends PlanningInput {
  readonly draft: ContentDraft
}

/** The UIDs of rooms by name, or of presenters by key. */
export type Uids = ReadonlyMap<string, string>

/**
 * Sanitizes a string from the programme and returns it as rich text. Throws a DomainError `bad-request` if the HTML is
 * refused.
 */
export function cleanText({ cleanHtml }: Environment, name: string, html: string): JsonObject {
  const clean = cleanHtml(html)
  if (typeof clean === 'string') return richTextOf(clean)
  throw badRequest('import.text', { name, problem: clean })
}

/** The first object of a type in the event, or a new object. A page must also have the requested id. */
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

import { richTextOf } from '../../content/fields/textKinds.js'
import type { Lineage } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { ContentReader } from '../../content/store/contentStore.js'
import type { Programme } from '../../event/programme.js'
import { DomainError } from '../../foundation/domainError.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { idOfPath } from '../../foundation/paths.js'
import type { Work } from '../../foundation/turns.js'
import type { Environment } from '../run/environment.js'
import { type ContentDraft, draftAddition, lineageOf } from './contentDraft.js'

export interface ImportOptions {
  /** Path of the Tech Event; the site itself when it is left out, which takes a site of a single event. */
  readonly eventPath?: string
  /** Id of the user in whose name everything is made. */
  readonly author: string
  /** Whether sessions that an earlier import made and this file lacks are retracted. */
  readonly retractMissing: boolean
  /** Called as the plan is made, for whoever waits. */
  onProgress?(done: number, total: number): void
}

export interface ImportReport {
  readonly created: number
  readonly updated: number
  readonly unchanged: number
  readonly retracted: number
  /** Paths and titles of sessions that an earlier import made and this file lacks. */
  readonly missing: readonly { readonly path: string; readonly title: string }[]
}

export interface PlanningInput {
  readonly environment: Environment
  readonly programme: Programme
  readonly options: ImportOptions
  /** Ends with the event. */
  readonly event: Lineage
  /** Venues, schedules, rooms, presenters, sessions and pages of the event, in the order of their containers. */
  readonly nodes: readonly ContentNode[]
  readonly reader: ContentReader
  readonly work: Work
}

export interface Planning extends PlanningInput {
  readonly draft: ContentDraft
}

/** UIDs of what the programme names, by its name or key. */
export type Uids = ReadonlyMap<string, string>

/** A text of the programme as rich text; throws when it cannot be taken. */
export function cleanText({ cleanHtml }: Environment, name: string, html: string): JsonObject {
  const clean = cleanHtml(html)
  if (typeof clean === 'string') return richTextOf(clean)
  throw new DomainError('bad-request', message('import.text', { name, problem: clean }))
}

/** The first object of a type that the event has, or a new one. Of pages only one with the id will do. */
export async function firstOrNew(
  planning: Planning,
  wanted: { type: string; id: string; title: string },
): Promise<Lineage> {
  const { draft, event, nodes } = planning
  const fits = ({ type, path }: ContentNode): boolean =>
    type === wanted.type && (type !== 'Document' || idOfPath(path) === wanted.id)
  const node = nodes.find(fits)
  if (node) return lineageOf(draft, node)
  return draftAddition(draft, event, { type: wanted.type, id: wanted.id, values: { title: wanted.title } })
}

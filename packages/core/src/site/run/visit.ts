import type { RegisteredType } from '../../content/model/model.js'
import { type Lineage, objectOf } from '../../content/node/lineage.js'
import type { ContentNode } from '../../content/node/node.js'
import type { Condition, Principals } from '../../content/store/catalogQuery.js'
import type { ContentReader } from '../../content/store/contentStore.js'
import type { Instant } from '../../foundation/instants.js'
import type { Message, Translate } from '../../foundation/messages.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import { rememberOf } from '../../foundation/rememberOf.js'
import type { Work } from '../../foundation/turns.js'
import type { Caller } from '../../security/caller.js'
import { holderNames, holdsPermission } from '../../security/permissions.js'
import { permission } from '../../security/stockPermissions.js'
import type { Environment, ReadUpload } from './environment.js'
import type { Frame } from './frame.js'

/** A caller at an object, with one snapshot and one time: the first argument of every operation. */
export interface Visit {
  readonly environment: Environment
  readonly reader: ContentReader
  /** The task of this request; lets loops over many objects pause. */
  readonly work: Work
  readonly caller: Caller
  readonly now: Instant
  /** The content stamp (see `Opened`). */
  readonly stamp: string
  readonly frame: Frame
  /** Base URL of the frame. */
  readonly base: string
  /** Language of the frame. */
  readonly language: string | undefined
  /** Translates a message or a title. */
  readonly translate: (text: string | Message) => string
  /** Files of the input that have already been decoded (see `OperationRequest.uploads`). */
  readonly uploads: ReadonlyMap<string, ReadUpload> | undefined
  /** The site root first, the object last. */
  readonly lineage: Lineage
  readonly node: ContentNode
  readonly type: RegisteredType
  /** Creates a new context for the same caller and object, with a new snapshot. */
  again<T>(visiting: (visit: Visit) => Promise<T>): Promise<T>
}

export interface VisitRequest {
  readonly frame: Frame
  readonly reader: ContentReader
  readonly work: Work
  readonly caller: Caller
  readonly stamp: string
  readonly uploads?: ReadonlyMap<string, ReadUpload> | undefined
  readonly again: Visit['again']
}

export function beginVisit(request: VisitRequest, lineage: Lineage): Visit {
  const { frame, reader, work, caller, stamp, uploads, again } = request
  const { environment, base, language } = frame
  const node = objectOf(lineage)
  return {
    environment,
    reader,
    work,
    caller,
    stamp,
    frame,
    base,
    language,
    uploads,
    now: environment.now(),
    translate: wordingOf(frame.translate),
    lineage,
    node,
    type: environment.registry.type(node.type),
    again,
  }
}

const wordingOf = rememberOf(
  (translate: Translate): Visit['translate'] =>
    text =>
      translate(typeof text === 'string' ? { id: text } : text),
)

/** A caller of a site. */
export type Asking = Pick<Visit, 'environment' | 'caller'>

/** Whether the caller has a permission on the last object of a lineage. */
export function mayAt({ environment, caller }: Asking, name: string, lineage: Lineage): boolean {
  return holdsPermission(name, { caller, lineage, site: environment.registry.permissions })
}

/** Whether the caller has a permission on the object of the context. */
export function may(visit: Asking & Pick<Visit, 'lineage'>, name: string): boolean {
  return mayAt(visit, name, visit.lineage)
}

export function principalsOf({ caller }: Pick<Visit, 'caller'>): Principals {
  return holderNames(caller)
}

/** Conditions that hide expired and not yet published content, unless the caller may see it at the lineage. */
export function activeOnly(visit: Visit, lineage: Lineage = visit.lineage): readonly Condition[] {
  return mayAt(visit, permission.accessInactive, lineage) ? [] : [{ kind: 'active', at: visit.now }]
}

export const isSiteRoot = ({ node }: Pick<Visit, 'node'>): boolean => node.path === rootPath

export function urlOfVisit({ base, node }: Visit): string {
  return urlOf(base, node.path)
}

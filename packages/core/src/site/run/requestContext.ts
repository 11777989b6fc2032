import type { RegisteredType } from '../../content/model/model.js'
import { hiddenAlong, publicFormOf } from '../../content/model/publicForm.js'
import { type ContentNode, type Lineage, objectOf, withObject } from '../../content/node/node.js'
import type { Condition, Principals } from '../../content/store/catalog.js'
import type { ContentReader } from '../../content/store/contentReader.js'
import type { Instant } from '../../foundation/instants.js'
import { memoizeByIdentity, memoizeLast } from '../../foundation/memoizeByIdentity.js'
import { DomainError, type Message, message, type Translate } from '../../foundation/messages.js'
import { rootPath, urlOf } from '../../foundation/paths.js'
import type { Task } from '../../foundation/scheduler.js'
import { anonymous, type Caller } from '../../security/caller.js'
import { holderNames, holdsPermission, permission } from '../../security/permissions.js'
import type { Environment, ReadUpload } from './environment.js'
import type { Expansion } from './expansion.js'
import { noVerdicts, type SlotVerdicts } from './slotVerdicts.js'

/** The caller, object, snapshot and time of a request. It is the first argument of every operation. */
export interface RequestContext {
  readonly environment: Environment
  readonly reader: ContentReader
  /** The task of the request, with which loops over many objects can pause. */
  readonly task: Task
  readonly caller: Caller
  readonly now: Instant
  readonly stamp: string
  readonly frame: Frame
  readonly base: string
  readonly language: string | undefined
  readonly translate: (text: string | Message) => string
  readonly uploads: ReadonlyMap<string, ReadUpload> | undefined
  readonly expand: Expansion | undefined
  readonly lineage: Lineage
  readonly node: ContentNode
  readonly type: RegisteredType
  readonly slotVerdicts: SlotVerdicts
  /** The paths of the objects that earlier changes of the same operation add. */
  readonly newPaths: ReadonlySet<string>
  withNewSnapshot<T>(use: (context: RequestContext) => Promise<T>): Promise<T>
}

type Snapshot = Pick<
  RequestContext,
  'frame' | 'reader' | 'task' | 'caller' | 'stamp' | 'uploads' | 'expand' | 'withNewSnapshot'
>

/**
 * Creates the context of a request. Every key is listed explicitly, because V8 takes 12 microseconds to extend a spread
 * object.
 */
export function createRequestContext(snapshot: Snapshot, lineage: Lineage): RequestContext {
  const { frame, reader, task, caller, stamp, uploads, expand, withNewSnapshot } = snapshot
  const { environment, base, language, translate } = frame
  const node = objectOf(lineage)
  return {
    frame,
    reader,
    task,
    caller,
    stamp,
    uploads,
    expand,
    withNewSnapshot,
    environment,
    base,
    language,
    now: environment.now(),
    translate: translationOf(translate),
    lineage,
    node,
    type: environment.registry.type(node.type),
    slotVerdicts: noVerdicts(),
    newPaths: noPaths,
  }
}

const noPaths: ReadonlySet<string> = new Set()

const translationOf = memoizeByIdentity(
  (translate: Translate): RequestContext['translate'] =>
    text =>
      translate(typeof text === 'string' ? { id: text } : text),
)

export type SiteCaller = Pick<RequestContext, 'environment' | 'caller'> & Partial<Pick<RequestContext, 'slotVerdicts'>>

export const hasPermissionAt = ({ environment, caller }: SiteCaller, name: string, lineage: Lineage): boolean =>
  holdsPermission(name, { caller, lineage, site: environment.registry.permissions }) &&
  (!viewPermissions.has(name) || maySee({ environment, caller }, name, lineage))

/** The permissions that public forms restrict (see `Behavior.publicForm`). */
const viewPermissions: ReadonlySet<string> = new Set([
  permission.view,
  permission.accessContents,
  permission.accessVersions,
])

function maySee({ environment, caller }: SiteCaller, name: string, lineage: Lineage): boolean {
  const { hidden, hasForm } = publicForms(lineage, environment.registry)
  const restricted = name === permission.accessVersions && hasForm ? [...hidden, lineage] : hidden
  return restricted.every(at => hasPermissionAt({ environment, caller }, permission.modify, at))
}

const publicForms = memoizeLast((lineage: Lineage, registry: Environment['registry']) => ({
  hidden: hiddenAlong(registry, lineage),
  hasForm: publicFormOf(registry, lineage) !== undefined,
}))

/** Returns the lineage as the caller sees it. The last object is in its public form, unless the caller may edit it. */
export function seenLineage(context: SiteCaller, lineage: Lineage): Lineage {
  const publicLineage = publicLineageOf(lineage, context.environment.registry)
  return publicLineage === lineage || hasPermissionAt(context, permission.modify, lineage) ? lineage : publicLineage
}

const publicLineageOf = memoizeLast((lineage: Lineage, registry: Environment['registry']): Lineage => {
  const form = publicFormOf(registry, lineage)
  return form ? withObject(lineage, form.node) : lineage
})

export const hasPermission = (context: SiteCaller & Pick<RequestContext, 'lineage'>, name: string): boolean =>
  hasPermissionAt(context, name, context.lineage)

/** Whether the caller has the permission `name`. The result is true if `name` is undefined. */
export const hasNamedPermission = (context: SiteCaller, name: string | undefined, lineage: Lineage): boolean =>
  name === undefined || hasPermissionAt(context, name, lineage)

export const principalsOf = ({ caller }: Pick<RequestContext, 'caller'>): Principals => holderNames(caller)

/**
 * Returns conditions that exclude expired and unpublished content, unless the caller may view such content on the last
 * object of the lineage.
 */
export const activeOnly = (context: RequestContext, lineage: Lineage = context.lineage): readonly Condition[] =>
  hasPermissionAt(context, permission.accessInactive, lineage) ? [] : [{ kind: 'active', at: context.now }]

export const isSiteRoot = ({ node }: Pick<RequestContext, 'node'>): boolean => node.path === rootPath

/** The checks for operations on the site root that are public or check their callers themselves. */
export const atRoot = { permission: null, exists: isSiteRoot } as const

/** The checks for operations on the site root that only managers may run. */
export const administration = { permission: permission.manageSite, exists: isSiteRoot } as const

export const urlOfContext = ({ base, node }: RequestContext): string => urlOf(base, node.path)

export function notFound(path: string | undefined, lineage: Lineage, environment: Environment): DomainError {
  const reason = path === undefined ? message('content.missing') : message('operation.missing', { path })
  return new DomainError('not-found', reason, { context: nearestPublic(lineage, environment) })
}

export const unauthorized = (lineage: Lineage, environment: Environment): DomainError =>
  new DomainError('unauthorized', message('access.denied'), { context: nearestPublic(lineage, environment) })

/**
 * Returns the path of the nearest public object, or null if not even the site root is public. Errors must not disclose
 * any other path (docs/content-and-access.md, Visibility, rule 4).
 */
export function nearestPublic(lineage: Lineage, { registry }: Environment): string | null {
  const isPublic = (depth: number): boolean =>
    holdsPermission(permission.view, {
      caller: anonymous,
      lineage: lineage.slice(0, depth),
      site: registry.permissions,
    })
  for (let depth = lineage.length; depth > 0; depth--) if (isPublic(depth)) return lineage[depth - 1]?.path ?? null
  return null
}

/** Throws a DomainError `unauthorized` unless the caller has the permission on the object. */
export function requirePermission(context: RequestContext, permission: string): void {
  if (!hasPermission(context, permission)) throw unauthorized(context.lineage, context.environment)
}

export interface Frame {
  readonly environment: Environment
  readonly base: string
  readonly language: string | undefined
  readonly translate: Translate
}

/**
 * The cached frames. A frame consists mainly of a base URL and a language. The number of frames is limited, because
 * clients choose the base URL if none is configured.
 */
type FrameCache = Map<string, Frame>

const maxFrames = 20

const framesOf = memoizeByIdentity((_environment: Environment) =>
  memoizeByIdentity((_translate: Translate): FrameCache => new Map()),
)

/**
 * Returns the same object for equal frames, so that values can be memoized by frame identity. If the language is
 * undefined, frames cannot be compared, so each request gets a separate frame.
 */
export function frameOf(frame: Frame): Frame {
  const { environment, base, language, translate } = frame
  if (language === undefined) return frame
  const frames = framesOf(environment)(translate)
  const key = `${language} ${base}`
  const hit = frames.get(key)
  if (hit) return hit
  if (frames.size >= maxFrames) frames.clear()
  frames.set(key, frame)
  return frame
}

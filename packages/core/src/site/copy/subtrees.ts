import type { RegisteredType } from '../../content/model/model.js'
import { chosenPage, defaultPageField } from '../../content/node/defaultPage.js'
import { type ContentNode, containersOf, type FieldValues, type Lineage, objectOf } from '../../content/node/node.js'
import type { NodeCreation, NodeUpdate, Renaming } from '../../content/store/change.js'
import { type AddRefusal, addRefusal, sponsorsDatabaseType } from '../../event/addRules.js'
import { eventRootOf } from '../../event/eventRoot.js'
import { badRequest, DomainError, message } from '../../foundation/messages.js'
import { parentPath } from '../../foundation/paths.js'
import { eachOf } from '../../foundation/scheduler.js'
import { permission } from '../../security/permissions.js'
import {
  hasNamedPermission,
  hasPermission,
  hasPermissionAt,
  type RequestContext,
  seenLineage,
} from '../run/requestContext.js'
import { startChain } from '../transition/attemptTransitionAt.js'
import { claimEvent, isAllowedIn, sponsorsDatabasesOf } from '../write/addProblem.js'
import { creationOf, entriesBelow, expectMany, newNode, reindexingOf, type SubtreeEntries } from '../write/changes.js'

/**
 * The maximum number of objects that a request can copy (docs/content-and-access.md, Copy and move, rule 5).
 */
const maxCopied = 5000

interface Copying {
  readonly source: Lineage
  readonly to: string
  readonly arrivals: Arrivals
  /** The list to which `copySubtree` appends the new objects. */
  readonly creates: NodeCreation[]
}

interface CopiedContainer {
  readonly source: Lineage
  readonly copy: Lineage
}

/**
 * Copies an object and all descendants that the caller may view, containers first (docs/content-and-access.md, Copy and
 * move). Throws a DomainError `bad-request` if there are too many objects, and a DomainError `forbidden` if the target
 * container does not allow the type of an object.
 */
export async function copySubtree(context: RequestContext, { source, to, arrivals, creates }: Copying): Promise<void> {
  const { reader, task, lineage } = context
  const from = objectOf(source).path
  await expectMany(context, from)
  const uids = new Map<string, string>()
  const uidOfCopy = (original: string): string => {
    const uid = uids.get(original) ?? context.environment.newUid()
    uids.set(original, uid)
    return uid
  }
  const containers = new Map<string, CopiedContainer>([
    [parentPath(from), { source: source.slice(0, -1), copy: lineage }],
  ])
  for await (const node of eachOf(reader.subtree(from), task)) {
    const container = containers.get(parentPath(node.path))
    const nodeLineage = container && [...container.source, node]
    if (!nodeLineage || !hasPermissionAt(context, permission.view, nodeLineage)) continue
    if (creates.length === maxCopied) throw badRequest('copy.too-much', { limit: maxCopied })
    const places = { source: seenLineage(context, nodeLineage), containers: container.copy, to, from }
    const creation = await copyOne(context, { ...places, uidOfCopy, arrivals })
    creates.push(creation)
    containers.set(node.path, { source: nodeLineage, copy: [...container.copy, creation.node] })
  }
}

interface SingleCopy extends Pick<Copying, 'source' | 'to' | 'arrivals'> {
  readonly containers: Lineage
  readonly from: string
  uidOfCopy(original: string): string
}

async function copyOne(context: RequestContext, copy: SingleCopy): Promise<NodeCreation> {
  const { source, containers, arrivals } = copy
  const type = context.environment.registry.type(objectOf(source).type)
  arrivals.check(type, containers)
  const { node, records } = startChain(context, [...containers, freshCopy(context, copy)])
  return creationOf(context, [...containers, node], records)
}

/**
 * Returns a new object with all values that the caller may read, and with the creator, the creation date, the layout,
 * the behaviors and the setting for inherited roles of the original. Only the caller gets a local role on the copy. If
 * a container has a default page, the copy of this page becomes the default page of the copied container.
 */
function freshCopy(context: RequestContext, { source, to, from, uidOfCopy }: SingleCopy): ContentNode {
  const { environment } = context
  const original = objectOf(source)
  const { type, layout, created, creator, blockLocalRoles, behaviors } = original
  const path = to + original.path.slice(from.length)
  const identity = { type: environment.registry.type(type), uid: uidOfCopy(original.uid), path, layout }
  const page = chosenPage(original)
  const defaultPage: FieldValues = page === null ? {} : { [defaultPageField]: uidOfCopy(page) }
  const fresh = newNode(context, { ...identity, values: { ...copiedValues(context, source), ...defaultPage } })
  return { ...fresh, created, creator, blockLocalRoles, ...(behaviors ? { behaviors } : {}) }
}

/**
 * Returns the field values for a copy, except fields that the caller may not read in the original. The caller becomes
 * the owner of the copy, and could otherwise read these fields.
 */
function copiedValues(context: RequestContext, source: Lineage): FieldValues {
  const { fields, type } = objectOf(source)
  const readableFields = context.environment.registry
    .type(type)
    .allFields.filter(({ hidden, readPermission }) => !hidden && hasNamedPermission(context, readPermission, source))
  return Object.fromEntries(
    readableFields.flatMap(({ name }) => (name in fields ? [[name, fields[name] ?? null]] : [])),
  )
}

interface Relocation extends SubtreeEntries {
  readonly renaming: Renaming
}

/** Returns the changes that move an object. Throws the same errors as `arrivals.check`. */
export async function relocate(
  context: RequestContext,
  source: Lineage,
  { to, arrivals }: { readonly to: string; readonly arrivals: Arrivals },
): Promise<Relocation> {
  const node = objectOf(source)
  const movedLineage = [...context.lineage, { ...node, path: to }]
  arrivals.check(context.environment.registry.type(node.type), context.lineage)
  if (eventRootOf(containersOf(source))?.uid !== eventRootOf(context.lineage)?.uid)
    await checkBelow(context, movedLineage, { from: node.path, arrivals })
  const { entries, sizes } = await entriesBelow(context, node.path, movedLineage)
  const ownEntry = reindexingOf(context.environment, movedLineage)
  return { renaming: { from: node.path, to, at: context.now }, entries: [ownEntry, ...entries], sizes }
}

/**
 * Checks the types of the descendants of a moved object, because the event to which they are moved can allow different
 * types.
 */
async function checkBelow(
  { reader, task, environment }: RequestContext,
  movedLineage: Lineage,
  { from, arrivals }: { readonly from: string; readonly arrivals: Arrivals },
): Promise<void> {
  const lineages = new Map<string, Lineage>([[from, movedLineage]])
  for await (const node of eachOf(reader.subtree(from), task)) {
    const containers = lineages.get(parentPath(node.path))
    if (node.path === from || !containers) continue
    arrivals.check(environment.registry.type(node.type), containers)
    lineages.set(node.path, [...containers, node])
  }
}

interface Arrivals {
  /**
   * Throws a DomainError `forbidden` if an object of the type may not be added to the last container in `containers`
   * (docs/schedule.md, Allowed types). `containers` must be the lineage after the change.
   */
  check(type: RegisteredType, containers: Lineage): void
  /**
   * For types that are allowed only once, returns updates that conflict with concurrent additions, so that only one
   * addition succeeds.
   */
  claims(): readonly NodeUpdate[]
}

/**
 * Creates the checks for objects that are added to a container. Existing objects with UIDs in `leaving` are ignored.
 */
export async function checkArrivals(
  context: RequestContext,
  leaving: ReadonlySet<string> = new Set(),
): Promise<Arrivals> {
  const event = eventRootOf(context.lineage)
  const withDatabase = new Set<string>()
  const databases = await sponsorsDatabasesOf(context, event)
  if (event && databases.some(({ uid }) => !leaving.has(uid))) withDatabase.add(event.uid)
  let isClaimed = false
  return {
    check: (type, containers) => {
      const eventUid = eventRootOf(containers)?.uid ?? ''
      const hasDatabase = withDatabase.has(eventUid)
      const refusal =
        refusalOfType(context, type, containers) ??
        addRefusal({ type, lineage: containers, hasSponsorsDatabase: hasDatabase })
      if (refusal) throw new DomainError('forbidden', message(`type.${refusal}`, { type: type.id }))
      if (type.id !== sponsorsDatabaseType) return
      withDatabase.add(eventUid)
      isClaimed ||= eventUid === event?.uid
    },
    claims: () => (isClaimed ? claimEvent(context) : []),
  }
}

/**
 * Returns the reason why the type is not allowed, or null if it is allowed. The types that the container allows are
 * checked only for direct children of the requested object, because the containers of deeper objects have already
 * accepted them.
 */
function refusalOfType(context: RequestContext, type: RegisteredType, containers: Lineage): AddRefusal | null {
  if (containers.length === context.lineage.length && !isAllowedIn(context.type, type)) return 'not-here'
  return hasPermission(context, type.addPermission) ? null : 'not-allowed'
}

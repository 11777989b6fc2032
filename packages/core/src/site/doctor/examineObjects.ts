import { catalogEntry } from '../../content/catalog/catalogEntry.js'
import { referencesOf } from '../../content/catalog/references.js'
import { filesIn } from '../../content/node/filesIn.js'
import { isReservedPath } from '../../content/node/naming.js'
import { type ContentNode, type Lineage, objectOf, type WorkflowRecord } from '../../content/node/node.js'
import type { CatalogEntry } from '../../content/store/catalog.js'
import { filePieceSize, pieceWith } from '../../content/store/filePieces.js'
import type { VersionMeta } from '../../content/store/versions.js'
import { parentPath, rootPath } from '../../foundation/paths.js'
import { samePermissions } from '../../security/permissions.js'
import type { WorkflowDefinition } from '../../workflow/definition.js'
import { countsDays } from '../../workflow/timers.js'
import { permissionsOf } from '../admin/repairPermissions.js'
import { lineagesByPath } from '../portable/wholeOf.js'
import { chainIn } from '../transition/attemptTransitionAt.js'
import type { Examination, Finding, HistoryProblem } from './finding.js'

interface Examined {
  readonly lineage: Lineage
  readonly entry: CatalogEntry | null
}

export async function* examineObjects(examination: Examination): AsyncGenerator<Finding> {
  const { environment, slice } = examination
  const lineageOf = lineagesByPath()
  for await (const batch of examination.whole.parts('object')) {
    const examined: Examined[] = []
    for (const { node } of batch) {
      if (slice.isOver()) await slice.next()
      const lineage = lineageOf(node)
      const problem = structureProblem(examination, lineage)
      if (problem) yield problem
      examined.push({ lineage, entry: problem ? null : await catalogEntry(lineage, environment, slice) })
      yield* examineNode(examination, node)
    }
    yield* examineCatalog(examination, examined)
    yield* examineRelations(examination, examined)
  }
}

/**
 * Returns the problem that prevents the computation of the object's catalog entry, or null if no such problem exists.
 */
function structureProblem({ environment }: Examination, lineage: Lineage): Finding | null {
  const { path, type } = objectOf(lineage)
  if (path !== rootPath && lineage.at(-2)?.path !== parentPath(path)) return { kind: 'stray', path }
  return environment.registry.types.has(type) ? null : { kind: 'type', path, type }
}

async function* examineNode(examination: Examination, node: ContentNode): AsyncGenerator<Finding> {
  const { environment, whole } = examination
  const { path, uid } = node
  if (isReservedPath(path)) yield { kind: 'reserved', path }
  if (environment.registry.types.has(node.type) && !samePermissions(permissionsOf(environment, node), node.permissions))
    yield { kind: 'permissions', path }
  if (environment.registry.types.has(node.type) && untimed(chainIn(examination, node), node))
    yield { kind: 'timer', path }
  const [records, versions] = [await whole.content.records(uid), await whole.content.versions(uid)]
  for (const problem of historyProblems({ node, records, versions })) yield { kind: 'history', path, problem }
  yield* examineFiles(examination, { node, path })
}

const untimed = (chain: readonly WorkflowDefinition[], node: ContentNode): boolean =>
  chain.some(definition => countsDays(node, definition) && node.entered?.[definition.id] === undefined)

interface NodeWithFiles {
  readonly node: ContentNode
  readonly path: string
}

/** Checks that the last chunk of each file has the expected length, and that no chunk follows it. */
export async function* examineFiles({ whole }: Examination, { node, path }: NodeWithFiles): AsyncGenerator<Finding> {
  for (const [digest, size] of filesIn(node.fields)) {
    const last = pieceWith(Math.max(0, size - 1))
    const end = await whole.content.filePiece(digest, last)
    const isComplete = end?.length === size - last * filePieceSize && !(await whole.content.filePiece(digest, last + 1))
    if (!isComplete) yield { kind: 'file', path, digest }
  }
}

async function* examineCatalog({ whole }: Examination, examined: readonly Examined[]): AsyncGenerator<Finding> {
  const expected = examined.flatMap(({ lineage, entry }) => (entry ? [{ uid: objectOf(lineage).uid, entry }] : []))
  const mismatched = new Set(await whole.otherEntries(expected))
  for (const { lineage } of examined) {
    const { uid, path } = objectOf(lineage)
    if (mismatched.has(uid)) yield { kind: 'catalog', path }
  }
}

/**
 * Yields the relations whose target does not exist. Links in rich text are not checked, because they are the
 * responsibility of the authors.
 */
async function* examineRelations(
  { environment, whole }: Examination,
  examined: readonly Examined[],
): AsyncGenerator<Finding> {
  const relations = examined.flatMap(({ lineage }) => relationsOf(environment.registry.types, objectOf(lineage)))
  const targets = [...new Set(relations.map(({ to }) => to))]
  const existing = new Set((await whole.content.nodes(targets)).map(({ uid }) => uid))
  for (const { path, field, to } of relations) if (!existing.has(to)) yield { kind: 'relation', path, field, to }
}

function relationsOf(types: Examination['environment']['registry']['types'], node: ContentNode) {
  const fields = types.get(node.type)?.allFields ?? []
  const relations = fields.filter(({ kind }) => kind === 'relation' || kind === 'relations')
  return referencesOf(node, relations).map(({ name, to }) => ({ path: node.path, field: name, to }))
}

interface Timed {
  readonly time: number
}

interface History {
  readonly node: Pick<ContentNode, 'states'>
  readonly records: readonly WorkflowRecord[]
  readonly versions: readonly VersionMeta[]
}

/** Returns the problems in the history of an object (docs/content-and-access.md, Versions). */
function historyProblems({ node, records, versions }: History): readonly HistoryProblem[] {
  const problems: readonly (readonly [HistoryProblem, boolean])[] = [
    ['times', decreases(records) || decreases(versions)],
    ['numbers', versions.some(({ number }, i) => number !== i)],
    ['records', versions.some(version => version.records > records.length) || decreases(versions.map(recordsAsTime))],
    ['state', !endsIn(node.states, records)],
  ]
  return problems.flatMap(([problem, isThere]) => (isThere ? [problem] : []))
}

const recordsAsTime = ({ records }: VersionMeta): Timed => ({ time: records })

const decreases = (items: readonly Timed[]): boolean =>
  items.some(({ time }, i) => time < (items[i - 1]?.time ?? Number.NEGATIVE_INFINITY))

function endsIn(states: ContentNode['states'], records: readonly WorkflowRecord[]): boolean {
  const last = new Map(records.map(({ workflow, state }) => [workflow, state]))
  return [...last].every(([workflow, state]) => (states[workflow] ?? state) === state)
}

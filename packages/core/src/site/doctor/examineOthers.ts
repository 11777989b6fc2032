import type { Tally } from '../../content/store/ballots.js'
import { eventType, isEventRootItself } from '../../event/eventRoot.js'
import { hexOf } from '../../foundation/hex.js'
import { rootPath } from '../../foundation/paths.js'
import { eachOf } from '../../foundation/scheduler.js'
import { pollOf } from '../../poll/poll.js'
import type { StoredAlias } from '../../portable/wholeStore.js'
import { programmeConflicts } from '../present/programmeConflicts.js'
import { readNodes, scanFew } from '../run/openEach.js'
import { examineFiles } from './examineObjects.js'
import type { Examination, Finding } from './finding.js'

export async function* examineVersionsAndFiles(examination: Examination): AsyncGenerator<Finding> {
  const { whole, slice } = examination
  for await (const { version } of eachOf(whole.parts('version'), slice)) {
    yield* examineFiles(examination, { node: version.node, path: version.node.path })
  }
  yield* examineBytes(examination)
}

async function* examineBytes({ whole, slice, newDigest }: Examination): AsyncGenerator<Finding> {
  let [current, pieces, digest]: [string | null, number, ReturnType<typeof newDigest>] = [null, 0, newDigest()]
  const finishFile = (): Finding[] =>
    current !== null && hexOf(digest.digest()) !== current ? [{ kind: 'bytes', digest: current }] : []
  for await (const piece of eachOf(whole.parts('file'), slice)) {
    if (piece.digest !== current) {
      yield* finishFile()
      ;[current, pieces, digest] = [piece.digest, 0, newDigest()]
    }
    // The digest is not updated after a missing chunk, so that it differs from the stored digest.
    if (piece.number === pieces++) digest.update(piece.bytes)
  }
  yield* finishFile()
}

export async function* examineAliases({ whole, slice }: Examination): AsyncGenerator<Finding> {
  for await (const batch of whole.parts('alias')) {
    const targets = batch.flatMap(({ target }) => ('uid' in target ? [target.uid] : []))
    const existing = new Set((await whole.content.nodes(targets)).map(({ uid }) => uid))
    const isDangling = ({ target }: StoredAlias): boolean => 'uid' in target && !existing.has(target.uid)
    for (const alias of batch) {
      if (slice.isOver()) await slice.next()
      const { path } = alias
      if (isDangling(alias) || (await whole.content.open(path)).exists) yield { kind: 'alias', path }
    }
  }
}

export async function* examinePolls(examination: Examination): AsyncGenerator<Finding> {
  const { whole, slice } = examination
  const storedVoters = await votersOfPolls(examination)
  for await (const { poll, tally } of eachOf(whole.parts('votes'), slice)) {
    yield* examinePoll(examination, { poll, tally, storedVoters: storedVoters.get(poll) ?? 0 })
    storedVoters.delete(poll)
  }
  // At this point, `storedVoters` contains only the voters in polls without a tally.
  for (const [poll, voters] of storedVoters)
    yield { kind: 'voters', path: poll, countedVoters: 0, storedVoters: voters }
}

async function votersOfPolls({ whole, slice }: Examination): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for await (const { poll } of eachOf(whole.parts('voter'), slice)) counts.set(poll, (counts.get(poll) ?? 0) + 1)
  return counts
}

interface Counted {
  readonly poll: string
  readonly tally: Tally
  readonly storedVoters: number
}

async function* examinePoll({ whole }: Examination, { poll, tally, storedVoters }: Counted): AsyncGenerator<Finding> {
  const [node] = await whole.content.nodes([poll])
  if (!node) return
  const { path } = node
  const { options, maxChoices } = pollOf(node)
  const votes = options.reduce((sum, { option_id: id }) => sum + (tally.counts.get(id) ?? 0), 0)
  const maxVotes = tally.voters * maxChoices
  if (tally.voters !== storedVoters) yield { kind: 'voters', path, countedVoters: tally.voters, storedVoters }
  if (votes > maxVotes) yield { kind: 'votes', path, votes, maxVotes }
}

/** Yields a finding for each event with schedule conflicts (docs/schedule.md, Conflicts). */
export async function* examineProgrammes(examination: Examination): AsyncGenerator<Finding> {
  const { whole, slice, environment } = examination
  const source = { environment, reader: whole.content, task: slice }
  const [root] = (await whole.content.open(rootPath)).lineage
  const events = await scanFew(source, {
    principals: 'system',
    where: [{ kind: 'any', index: 'portal_type', values: [eventType] }],
  })
  const nodes = await readNodes(
    source,
    events.map(({ uid }) => uid),
  )
  for (const event of [...(root && isEventRootItself([root]) ? [root] : []), ...nodes]) {
    const { length } = await programmeConflicts(source, event)
    if (length > 0) yield { kind: 'conflicts', path: event.path, conflicts: length }
  }
}

export async function* examineStore({ whole }: Examination): AsyncGenerator<Finding> {
  const unreferenced = await whole.unreferencedFiles()
  if (unreferenced.files > 0) yield { kind: 'unreferenced', ...unreferenced }
  for (const fault of await whole.faults()) yield { kind: 'store', ...fault }
}

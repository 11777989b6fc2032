import type { Tally } from '../../content/store/ballots.js'
import { hexOf } from '../../foundation/hex.js'
import { pollOf } from '../../poll/poll.js'
import type { KeptAlias } from '../../portable/parts.js'
import type { Examination } from './examination.js'
import { examineFiles } from './examineObjects.js'
import type { Finding } from './finding.js'

/** Checks the files of versions, and the digests of all files. */
export async function* examineVersionsAndFiles(examination: Examination): AsyncGenerator<Finding> {
  const { whole, turn } = examination
  for await (const batch of whole.parts('version'))
    for (const { version } of batch) {
      if (turn.isOver()) await turn.next()
      yield* examineFiles(examination, { node: version.node, path: version.node.path })
    }
  yield* examineBytes(examination)
}

async function* examineBytes({ whole, turn, newDigest }: Examination): AsyncGenerator<Finding> {
  let [current, pieces, digest]: [string | null, number, ReturnType<typeof newDigest>] = [null, 0, newDigest()]
  const ended = (): Finding[] =>
    current !== null && hexOf(digest.digest()) !== current ? [{ kind: 'bytes', digest: current }] : []
  for await (const batch of whole.parts('file'))
    for (const piece of batch) {
      if (turn.isOver()) await turn.next()
      if (piece.digest !== current) {
        yield* ended()
        ;[current, pieces, digest] = [piece.digest, 0, newDigest()]
      }
      // A missing piece changes the digest.
      if (piece.number === pieces++) digest.update(piece.bytes)
    }
  yield* ended()
}

/** Aliases without a target, or at the path of content. */
export async function* examineAliases({ whole, turn }: Examination): AsyncGenerator<Finding> {
  for await (const batch of whole.parts('alias')) {
    const targets = batch.flatMap(({ target }) => ('uid' in target ? [target.uid] : []))
    const there = new Set((await whole.content.nodes(targets)).map(({ uid }) => uid))
    const isDead = ({ target }: KeptAlias): boolean => 'uid' in target && !there.has(target.uid)
    for (const alias of batch) {
      if (turn.isOver()) await turn.next()
      const { path } = alias
      if (isDead(alias) || (await whole.content.open(path)).found) yield { kind: 'alias', path }
    }
  }
}

/** Polls whose tally differs from the number of stored voters, or with more votes than the voters can have cast. */
export async function* examinePolls(examination: Examination): AsyncGenerator<Finding> {
  const { whole, turn } = examination
  const kept = await votersOfPolls(examination)
  for await (const batch of whole.parts('votes'))
    for (const { poll, tally } of batch) {
      if (turn.isOver()) await turn.next()
      yield* examinePoll(examination, { poll, tally, kept: kept.get(poll) ?? 0 })
      kept.delete(poll)
    }
  // Voters of a poll without a tally.
  for (const [poll, voters] of kept) yield { kind: 'voters', path: poll, told: 0, kept: voters }
}

async function votersOfPolls({ whole, turn }: Examination): Promise<Map<string, number>> {
  const kept = new Map<string, number>()
  for await (const batch of whole.parts('voter')) {
    if (turn.isOver()) await turn.next()
    for (const { poll } of batch) kept.set(poll, (kept.get(poll) ?? 0) + 1)
  }
  return kept
}

interface Counted {
  readonly poll: string
  readonly tally: Tally
  readonly kept: number
}

async function* examinePoll({ whole }: Examination, { poll, tally, kept }: Counted): AsyncGenerator<Finding> {
  const [node] = await whole.content.nodes([poll])
  if (!node) return
  const { path } = node
  const { options, maxChoices } = pollOf(node)
  const votes = options.reduce((sum, { option_id: id }) => sum + (tally.counts.get(id) ?? 0), 0)
  const most = tally.voters * maxChoices
  if (tally.voters !== kept) yield { kind: 'voters', path, told: tally.voters, kept }
  if (votes > most) yield { kind: 'votes', path, votes, most }
}

/** Findings of the store itself. */
export async function* examineStore({ whole }: Examination): AsyncGenerator<Finding> {
  const unreferenced = await whole.unreferencedFiles()
  if (unreferenced.files > 0) yield { kind: 'unreferenced', ...unreferenced }
  for (const fault of await whole.faults()) yield { kind: 'store', ...fault }
}

import type { ExportedPoll } from '../../answers/site.js'
import { type ContentNode, objectOf } from '../../content/node/node.js'
import type { NodeUpdate, ReplacedBallots } from '../../content/store/change.js'
import type { ContentReader } from '../../content/store/contentReader.js'
import type { JsonObject } from '../../foundation/json.js'
import { DomainError, type FieldProblem, message } from '../../foundation/messages.js'
import { exportVotes, importVotes, votesKey } from '../../poll/exportedVotes.js'
import { pollOf } from '../../poll/poll.js'
import { pollType } from '../../poll/pollType.js'
import { openEach } from '../run/openEach.js'
import type { Operation } from '../run/operation.js'
import { administration } from '../run/requestContext.js'
import { siteEvent } from '../write/changeEvents.js'
import { updateOf } from '../write/changes.js'

/**
 * Exports all polls as `{'@id': path, UID, title, state}`. The entries of closed polls also contain the votes
 * (docs/polls.md, Export and import of votes).
 */
export const exportPolls: Operation<undefined, readonly ExportedPoll[]> = {
  ...administration,
  async run({ reader, task }) {
    const where = [{ kind: 'any', index: 'portal_type', values: [pollType.id] } as const]
    const { chunks } = await reader.scan({ principals: 'system', where, sort: [{ by: 'path', descending: false }] })
    const exported: ExportedPoll[] = []
    for await (const items of chunks) {
      for (const [, lineage] of await openEach({ reader, task }, items)) {
        if (task.isOver()) await task.next()
        exported.push(await exportPoll(reader, objectOf(lineage)))
      }
    }
    return { answer: exported }
  },
}

async function exportPoll(reader: ContentReader, node: ContentNode): Promise<ExportedPoll> {
  const { state } = pollOf(node)
  const poll = { '@id': node.path, UID: node.uid, title: String(node.fields.title ?? ''), state }
  return state === 'closed' ? { ...poll, [votesKey]: exportVotes(await reader.ballots(node.uid)) } : poll
}

/**
 * Replaces the votes of polls with the exported votes, and returns the number of changed polls. Polls are identified by
 * UID or, if the UID is unknown, by path. If a poll has no exported votes, its votes remain. If there are problems,
 * writes nothing and throws a DomainError `invalid-fields` that lists all problems.
 */
export const importPolls: Operation<readonly JsonObject[], number> = {
  ...administration,
  async run(context, polls) {
    const { environment, reader, task } = context
    const problems: FieldProblem[] = []
    const change = { updates: [] as NodeUpdate[], replaceBallots: [] as ReplacedBallots[] }
    for (const [index, poll] of polls.entries()) {
      if (task.isOver()) await task.next()
      const field = `[${index}]`
      const lineage = await lineageOf(reader, poll)
      const node = lineage?.at(-1)
      const ballots = importVotes(poll[votesKey])
      if (!lineage || !node) problems.push({ field, message: message('poll.unknown') })
      else if (poll[votesKey] === undefined) continue
      else if (!ballots) problems.push({ field: `${field}.${votesKey}`, message: message('poll.votes-form') })
      else {
        // The poll gets a new revision, so that the store refuses votes that were validated before the import.
        change.updates.push(updateOf(environment, lineage))
        change.replaceBallots.push({ poll: node.uid, ballots })
      }
    }
    if (problems.length > 0) throw new DomainError('invalid-fields', message('poll.import-faults'), { problems })
    const changed = change.updates.length
    const events = [siteEvent(context, 'import', { source: 'polls', changed })]
    return changed > 0 ? { answer: changed, change: { ...change, events } } : { answer: 0 }
  },
}

async function lineageOf(reader: ContentReader, poll: JsonObject): Promise<readonly ContentNode[] | null> {
  const { UID: uid, '@id': storedPath } = poll
  const [existing] = typeof uid === 'string' ? await reader.nodes([uid]) : []
  const path = existing?.path ?? storedPath
  if (typeof path !== 'string') return null
  const { lineage, exists } = await reader.open(path)
  return exists && lineage.at(-1)?.type === pollType.id ? lineage : null
}

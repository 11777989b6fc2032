import type { HistoryActor, HistoryEntry, ReleaseEntry, TransitionEntry, VersionEntry } from '../answers/history.js'
import type { WorkflowRecord } from '../content/node/node.js'
import { initialComment, type VersionMeta } from '../content/store/versions.js'
import { formatInstant } from '../foundation/instants.js'
import { stateOf, transitionOf, type WorkflowDefinition } from '../workflow/definition.js'
import type { HistoryItem, HistoryRelease } from './mergeHistory.js'

export interface HistoryContext {
  readonly base: string
  readonly url: string
  readonly mayRevert: boolean
  translate(text: string): string
  fullname(actor: string): string | undefined
}

/** Converts a history item to an entry in the `@history` payload (docs/workflow-and-history.md, Merged history). */
export function presentItem(item: HistoryItem, presenting: HistoryContext): HistoryEntry {
  if (item.kind === 'workflow') return presentRecord(item.record, item.definition, presenting)
  return item.kind === 'versioning'
    ? presentVersionEntry(item.version, presenting)
    : presentRelease(item.release, presenting)
}

function presentRecord(
  { action, actor, comments, state, time, variables, plannedBy }: WorkflowRecord,
  definition: WorkflowDefinition,
  presenting: HistoryContext,
): TransitionEntry {
  const { translate } = presenting
  const create = translate('Create')
  const title = action === null ? create : translate(transitionOf(definition, action)?.title || action)
  return {
    ...variables,
    action: action === null ? create : translate(action),
    actor: presentActor(actor, presenting),
    comments,
    state_title: translate(stateOf(definition, state)?.title || state),
    [definition.stateVariable]: state,
    time: formatInstant(time),
    transition_title: title,
    type: 'workflow',
    workflow_id: definition.id,
    ...(plannedBy === undefined ? {} : { planned_by: plannedBy }),
  }
}

function presentVersionEntry(version: VersionMeta, presenting: HistoryContext): VersionEntry {
  const { translate, url, mayRevert } = presenting
  const { number, actor, comments, time } = version
  const edited = translate('Edited')
  const isInitial = number === 0 && comments === initialComment
  return {
    '@id': `${url}/@history/${number}`,
    action: edited,
    actor: presentActor(actor, presenting),
    comments: isInitial ? translate(initialComment) : comments,
    may_revert: mayRevert,
    time: formatInstant(time),
    transition_title: edited,
    type: 'versioning',
    version: number,
    workflow_id: null,
  }
}

function presentRelease(release: HistoryRelease, presenting: HistoryContext): ReleaseEntry {
  const { number, name, actor, comment, time } = release
  const released = presenting.translate('Schedule released')
  return {
    '@id': `${presenting.url}/@schedule-releases/${number}`,
    action: released,
    actor: presentActor(actor, presenting),
    comments: comment,
    state_title: name,
    time: formatInstant(time),
    transition_title: released,
    type: 'release',
    workflow_id: null,
  }
}

/**
 * Returns the author of an entry as it appears in payloads. `id` is empty for an anonymous user
 * (docs/workflow-and-history.md, Merged history, rule 6).
 */
const presentActor = (id: string, { base, fullname }: HistoryContext): HistoryActor => ({
  '@id': `${base}/@users/${encodeURIComponent(id)}`,
  fullname: fullname(id) || id,
  id,
  username: null,
})

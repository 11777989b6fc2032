import type { AuditEntry, AuditPayload } from '../../answers/audit.js'
import { administrativeKinds, type ChangeEvent, type EventKind } from '../../changeFeed/events.js'
import { writeQuery } from '../../content/query/queryParameters.js'
import { formatInstant, type Instant, parseInstant } from '../../foundation/instants.js'
import { badRequest } from '../../foundation/messages.js'
import { urlOf } from '../../foundation/paths.js'
import type { Operation } from '../run/operation.js'
import { administration, type RequestContext } from '../run/requestContext.js'

export interface AuditInput {
  readonly kinds: readonly string[]
  /** The user id of the author. By default, the changes of all users are listed. */
  readonly actor?: string | undefined
  /** The time of the earliest change to list, in ISO 8601 format. */
  readonly since?: string | undefined
  /** A position in the change feed. Only changes before this position are listed. */
  readonly before?: string | undefined
  /** The maximum number of entries, up to 100. Defaults to 25. */
  readonly size?: string | undefined
}

const maxExamined = 1000
const [usualSize, maxSize] = [25, 100]
/** The maximum difference between the clocks of two processes, in milliseconds. */
const clockSkew = 3_600_000

/**
 * `GET /@audit` returns the changes to roles, users, groups, settings and types, with their authors, times and values
 * (docs/audit.md).
 */
export const listAudit: Operation<AuditInput, AuditPayload> = {
  ...administration,
  exclusiveSlice: true,
  async run(context, input) {
    const filter = readFilter(input)
    const { before, size, since } = filter
    const range = { isAdministrative: true, isDescending: true, limit: maxExamined }
    const stored = await context.reader.events(before === null ? range : { ...range, before })
    const events = stored.map(({ event }) => event)
    const matches = events.filter(event => isMatch(event, filter))
    const shown = matches.slice(0, size)
    const isComplete = matches.length <= size
    const last = isComplete ? events.at(-1) : shown.at(-1)
    const isOver = isComplete && (events.length < maxExamined || (last?.time ?? 0) < since - clockSkew)
    return {
      answer: {
        '@id': urlWith(context, filter, before),
        items: shown.map(event => presentEntry(context, event)),
        next: isOver || !last ? null : urlWith(context, filter, last.position),
      },
    }
  },
}

interface Filter {
  readonly kinds: readonly EventKind[]
  readonly actor: string | null
  /** The time of the earliest change to list, or 0 to list all changes. */
  readonly since: Instant
  readonly before: number | null
  readonly size: number
}

function readFilter({ kinds, actor, since, before, size }: AuditInput): Filter {
  return {
    kinds: kinds.filter(kind => kind !== '').map(readKind),
    actor: actor || null,
    since: since ? readSince(since) : 0,
    before: before ? readNumber('before', before) : null,
    size: size ? Math.min(maxSize, readNumber('b_size', size)) : usualSize,
  }
}

function readKind(text: string): EventKind {
  const kind = administrativeKinds.find(candidate => candidate === text)
  if (kind) return kind
  throw badRequest('audit.kind', { name: text.slice(0, 100), known: administrativeKinds.join(', ') })
}

function readSince(text: string): Instant {
  const since = parseInstant(text)
  if (since !== null) return since
  throw badRequest('audit.since', { value: text.slice(0, 100) })
}

function readNumber(name: string, text: string): number {
  const number = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  if (number !== null) return number
  throw badRequest('audit.number', { name })
}

const isMatch = ({ kind, actor, time }: ChangeEvent, filter: Filter): boolean =>
  (filter.kinds.length === 0 || filter.kinds.includes(kind)) &&
  (filter.actor === null || filter.actor === actor) &&
  time >= filter.since

function presentEntry({ base }: RequestContext, event: ChangeEvent): AuditEntry {
  const { position, kind, time, actor, object, details = null } = event
  return {
    position,
    kind,
    time: formatInstant(time),
    actor,
    ...(object ? { '@id': urlOf(base, object.path), path: object.path, UID: object.uid } : {}),
    details,
  }
}

function urlWith({ base }: RequestContext, { kinds, actor, since, size }: Filter, before: number | null): string {
  const query = writeQuery([
    ...kinds.map((kind): [string, string] => ['kind', kind]),
    ...(actor === null ? [] : [['actor', actor] as [string, string]]),
    ...(since === 0 ? [] : [['since', formatInstant(since)] as [string, string]]),
    ...(size === usualSize ? [] : [['b_size', String(size)] as [string, string]]),
    ...(before === null ? [] : [['before', String(before)] as [string, string]]),
  ])
  return `${base}/@audit${query === '' ? '' : `?${query}`}`
}

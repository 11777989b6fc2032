import { excerptOf } from '../../content/fields/reading.js'
import { hasBehavior, type RegisteredType } from '../../content/model/model.js'
import { publication } from '../../content/model/stockBehaviors.js'
import type { ContentNode, FieldValues } from '../../content/node/node.js'
import { type Instant, parseInstant } from '../../foundation/instants.js'
import type { JsonObject } from '../../foundation/json.js'
import { type FieldProblem, message } from '../../foundation/messages.js'
import { invalidFields } from '../write/readBody.js'

/** The dates in the body of a transition. Omitted dates are absent; null removes a date. */
export type TransitionDates = Readonly<Partial<Record<'effective' | 'expires', number | null>>>

const names = ['effective', 'expires'] as const

/**
 * Reads the dates of a transition, for every type. Throws a DomainError `invalid-fields` with all dates that are
 * invalid (docs/workflow-and-history.md, Dates of a move).
 */
export function readTransitionDates(body: JsonObject): TransitionDates {
  const problems: FieldProblem[] = []
  const dates: Partial<Record<'effective' | 'expires', number | null>> = {}
  for (const name of names.filter(key => Object.hasOwn(body, key))) {
    const raw = body[name] ?? null
    const instant = typeof raw === 'string' ? parseInstant(raw) : null
    if (raw !== null && instant === null)
      problems.push({ field: name, message: message('field.invalid-date', { value: excerptOf(raw) }) })
    else dates[name] = instant
  }
  if (problems.length > 0) throw invalidFields(problems)
  return dates
}

export interface Dating {
  readonly dates: TransitionDates
  /** Whether the primary workflow had a transition; an object without a publication date then gets `now`. */
  readonly isPrimary: boolean
  readonly now: Instant
  readonly type: RegisteredType
}

/** The node with the dates of a transition, if its type has these fields, and with its publication date. */
export function withTransitionDates(node: ContentNode, { dates, isPrimary, now, type }: Dating): ContentNode {
  const before: FieldValues = node.fields
  const isSent = Object.keys(dates).length > 0 && hasBehavior(type, publication.name)
  const values: FieldValues = isSent ? { ...before, ...dates } : before
  const problem = isSent ? publication.invariants?.[0]?.problem(values) : null
  if (problem) throw invalidFields([{ field: null, message: problem }])
  const isDated = names.some(name => (values[name] ?? null) !== (before[name] ?? null))
  const effective = values.effective ?? (isPrimary ? now : null)
  return { ...node, fields: { ...values, effective }, modified: isDated ? now : node.modified }
}

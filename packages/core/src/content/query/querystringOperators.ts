import { type Instant, parseInstant, restOfSecond } from '../../foundation/instants.js'
import type { JsonValue } from '../../foundation/json.js'
import {
  absoluteSubtree,
  type Clause,
  integerOf,
  relativeSubtree,
  type Scalar,
  type SearchSubtree,
  scalarsOf,
  singleOf,
} from './querystringPaths.js'

export interface QuerystringSite {
  readonly now: Instant
  readonly userId: string | null
  readonly path: string
  pathOfUid(uid: string): string | undefined
}

/**
 * Converts the value in a query row to a search clause. Returns null if the row is ignored because of an invalid value,
 * and `malformed` if the whole query is refused.
 */
type Operator = (value: JsonValue | undefined, site: QuerystringSite) => Clause | null | 'malformed'

const dayMs = 86_400_000
/**
 * The maximum number of days before or after the current day (about 10,000 years). Larger numbers could result in
 * invalid instants.
 */
const maxDays = 3_660_000

const dayOf = (now: Instant): Instant => Math.floor(now / dayMs) * dayMs
const from = (min: number): Clause => ({ kind: 'range', min, max: null })
const until = (max: number): Clause => ({ kind: 'range', min: null, max })
const exactly = (value: boolean): Clause => ({ kind: 'any', values: [value] })

const values =
  (kind: 'any' | 'all' | 'none' | 'containing'): Operator =>
  value => {
    const scalars = scalarsOf(value)
    return scalars && { kind, values: scalars }
  }

const integers: Operator = value => {
  const numbers = scalarsOf(value)?.map(integerOf)
  return numbers?.every(number => number !== null) ? { kind: 'any', values: numbers } : null
}

const instantOf = (value: Scalar | null): Instant | null => (typeof value === 'string' ? parseInstant(value) : null)

/** Creates an operator with one operand. A query row is ignored if `read` rejects the operand. */
const ofOne =
  <T>(read: (value: Scalar | null) => T | null) =>
  (clause: (operand: T) => Clause): Operator =>
  value => {
    const operand = read(singleOf(value))
    return operand === null ? null : clause(operand)
  }

const integer = ofOne(integerOf)
const date = ofOne(instantOf)

const datesBetween: Operator = value => {
  if (!Array.isArray(value) || value.length !== 2) return 'malformed'
  const [a = null, b = null] = (scalarsOf(value) ?? []).map(instantOf)
  return a === null || b === null ? null : { kind: 'range', min: Math.min(a, b), max: Math.max(a, b) + restOfSecond }
}

const days =
  (clause: (distance: number, now: Instant) => Clause): Operator =>
  (value, { now }) => {
    const count = integerOf(singleOf(value))
    return count === null || Math.abs(count) > maxDays ? null : clause(count * dayMs, now)
  }

function daysUpTo(distance: number, now: Instant): Clause {
  const [today, target] = [dayOf(now), dayOf(now + distance)]
  return { kind: 'range', min: Math.min(today, target), max: Math.max(today, target) + dayMs - 1 }
}

const subtreeOperator =
  (find: (value: JsonValue | undefined, site: QuerystringSite) => SearchSubtree | null): Operator =>
  (value, site) => {
    const subtree = find(value, site)
    return subtree && { kind: 'places', subtrees: [subtree] }
  }

const absolute = subtreeOperator((value, site) => absoluteSubtree(value, site.pathOfUid))

/**
 * The operators of querystring searches (docs/content-and-access.md, Querystring search). Days begin at midnight UTC.
 */
const operators = {
  'boolean.isTrue': () => exactly(true),
  'boolean.isFalse': () => exactly(false),
  'int.is': integers,
  'int.lessThan': integer(until),
  'int.largerThan': integer(from),
  'date.lessThan': date(instant => until(instant + restOfSecond)),
  'date.largerThan': date(from),
  'date.between': datesBetween,
  'date.lessThanRelativeDate': days((distance, now) => daysUpTo(distance, now)),
  'date.largerThanRelativeDate': days((distance, now) => daysUpTo(-distance, now)),
  'date.today': (_, { now }) => daysUpTo(0, now),
  'date.afterToday': (_, { now }) => from(now),
  'date.beforeToday': (_, { now }) => until(now),
  'date.beforeRelativeDate': days((distance, now) => until(now - distance)),
  'date.afterRelativeDate': days((distance, now) => from(now + distance)),
  'list.contains': values('any'),
  'reference.is': values('any'),
  'string.contains': values('containing'),
  'string.is': values('any'),
  'string.isNot': values('none'),
  'string.currentUser': (_, { userId }) => ({ kind: 'any', values: userId === null ? [] : [userId] }),
  'string.showInactive': () => ({ kind: 'everything' }),
  'string.absolutePath': absolute,
  'string.path': absolute,
  'string.relativePath': subtreeOperator((value, { path }) => relativeSubtree(value, path)),
  'selection.is': values('any'),
  'selection.any': values('any'),
  'selection.all': values('all'),
  'selection.none': values('none'),
  'intselection.is': integers,
} as const satisfies Readonly<Record<string, Operator>>

export type OperatorName = keyof typeof operators

const prefix = 'plone.app.querystring.operation.'

/** Returns an operator by its full name, such as `plone.app.querystring.operation.date.today`. */
export function operatorNamed(name: string): Operator | undefined {
  const short = name.startsWith(prefix) ? name.slice(prefix.length) : ''
  return isOperator(short) ? operators[short] : undefined
}

const isOperator = (name: string): name is OperatorName => Object.hasOwn(operators, name)

export const fullNameOf = (operator: OperatorName): string => prefix + operator

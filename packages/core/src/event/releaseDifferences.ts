import { type JsonValue, sameJson } from '../foundation/json.js'
import type { ReleasedValues } from './releases.js'

export type ReleasedProgramme = ReadonlyMap<string, ReleasedValues>

interface Change<Kind extends string, Before, After = Before> {
  readonly kind: Kind
  readonly uid: string
  readonly before: Before
  readonly after: After
}

interface Times {
  readonly start: JsonValue
  readonly end: JsonValue
}

/** A difference between two releases. There is at most one difference of each kind per slot. */
export type ReleaseDifference =
  | Change<'new', null, ReleasedValues>
  | Change<'withdrawn', ReleasedValues, null>
  | Change<'moved', Times>
  | Change<'room' | 'track' | 'persons', JsonValue>
  | Change<'renamed', JsonValue>
  | Change<'state', ReleasedValues['states']>

/**
 * Returns the differences between two releases, in the order of the slots (docs/schedule.md, Releases). Yields after
 * each slot, so that the caller can pause.
 */
export function* differencesBetween(
  before: ReleasedProgramme,
  after: ReleasedProgramme,
): Generator<undefined, readonly ReleaseDifference[]> {
  const differences: ReleaseDifference[] = []
  for (const uid of new Set([...before.keys(), ...after.keys()])) {
    differences.push(...differencesOf(uid, before.get(uid), after.get(uid)))
    yield
  }
  return differences
}

export function differencesOf(
  uid: string,
  before: ReleasedValues | undefined,
  after: ReleasedValues | undefined,
): readonly ReleaseDifference[] {
  if (!before) return after ? [{ kind: 'new', uid, before: null, after }] : []
  if (!after) return [{ kind: 'withdrawn', uid, before, after: null }]
  const timesOf = ({ start, end }: ReleasedValues): Times => ({ start, end })
  const all: readonly ReleaseDifference[] = [
    { kind: 'moved', uid, before: timesOf(before), after: timesOf(after) },
    { kind: 'room', uid, before: before.room, after: after.room },
    { kind: 'renamed', uid, before: before.title, after: after.title },
    { kind: 'persons', uid, before: before.presenters, after: after.presenters },
    { kind: 'track', uid, before: before.session_track, after: after.session_track },
    { kind: 'state', uid, before: before.states, after: after.states },
  ]
  return all.filter(difference => !sameJson(asJson(difference.before), asJson(difference.after)))
}

const asJson = (value: ReleaseDifference['before']): JsonValue => value as JsonValue

export function withDifferences(
  before: ReleasedProgramme,
  differences: readonly ReleaseDifference[],
): ReleasedProgramme {
  const programme = new Map(before)
  for (const difference of differences) {
    const values = valuesAfter(programme.get(difference.uid), difference)
    if (values) programme.set(difference.uid, values)
    else programme.delete(difference.uid)
  }
  return programme
}

function valuesAfter(values: ReleasedValues | undefined, difference: ReleaseDifference): ReleasedValues | undefined {
  if (difference.kind === 'new') return difference.after
  if (difference.kind === 'withdrawn' || !values) return undefined
  switch (difference.kind) {
    case 'moved':
      return { ...values, ...difference.after }
    case 'room':
      return { ...values, room: difference.after }
    case 'renamed':
      return { ...values, title: difference.after }
    case 'persons':
      return { ...values, presenters: difference.after }
    case 'track':
      return { ...values, session_track: difference.after }
    case 'state':
      return { ...values, states: difference.after }
  }
}

import type { ContentNode } from '../content/node/node.js'
import { type JsonValue, sameJson } from '../foundation/json.js'
import type { ReleasedValues } from './releases.js'

export const mailOption = 'mail_presenters'

export const wantsMails = ({ fields }: Pick<ContentNode, 'fields'>): boolean => fields[mailOption] === true

/** The field that is true if a presenter does not want emails about releases. */
export const optOutField = 'mail_optout'

/**
 * The changes that a release can make to a session, from the point of view of a presenter. `new` and `withdrawn` also
 * mean that the presenter was added to the session or removed from it. `persons` means that the other presenters
 * changed.
 */
export const presenterChangeKinds = ['new', 'withdrawn', 'moved', 'room', 'renamed', 'persons'] as const

export type PresenterChangeKind = (typeof presenterChangeKinds)[number]

/**
 * The values of a session in the previous release and in the new release. A value is null if its release does not
 * contain the session.
 */
export interface SessionChange {
  readonly before: ReleasedValues | null
  readonly after: ReleasedValues | null
}

export function changesFor(presenter: string, { before, after }: SessionChange): readonly PresenterChangeKind[] {
  const [wasListed, isListed] = [before, after].map(values => presentersIn(values).includes(presenter))
  if (!before || !after || !wasListed || !isListed) return isListed ? ['new'] : wasListed ? ['withdrawn'] : []
  const differs = (name: Exclude<keyof ReleasedValues, 'states'>): boolean => !sameJson(before[name], after[name])
  const isChanged: Readonly<Partial<Record<PresenterChangeKind, boolean>>> = {
    moved: differs('start') || differs('end'),
    room: differs('room'),
    renamed: differs('title'),
    persons: !sameJson(presentersIn(before).toSorted(), presentersIn(after).toSorted()),
  }
  return presenterChangeKinds.filter(kind => isChanged[kind])
}

export const concernedPresenters = (change: SessionChange): readonly string[] =>
  [...new Set([change.before, change.after].flatMap(presentersIn))].filter(
    presenter => changesFor(presenter, change).length > 0,
  )

export const presentersIn = (values: ReleasedValues | null): readonly string[] => uidsIn(values?.presenters ?? null)

export const uidsIn = (value: JsonValue): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

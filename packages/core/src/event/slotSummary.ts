import type { EventSummaryKeys } from '../answers/summary.js'
import type { TitledTerm } from '../answers/terms.js'
import { stockColumns } from '../content/catalog/stockColumns.js'
import { languageName } from '../content/model/languages.js'
import type { SummaryContext, SummaryPart } from '../content/model/model.js'
import type { SearchHit } from '../content/store/catalog.js'
import type { JsonObject, JsonValue } from '../foundation/json.js'
import { urlOf } from '../foundation/paths.js'
import { type EventRow, rowsOf } from './eventSettings.js'
import { isForEverybody } from './layout.js'

const tokens = (value: JsonValue | undefined): readonly string[] => (Array.isArray(value) ? value.map(String) : [])

function visibleRooms(columns: JsonObject, context: Pick<SummaryContext, 'visible' | 'age'>): readonly SearchHit[] {
  const rooms = tokens(columns.room).flatMap(uid => context.visible(uid) ?? [])
  return rooms
    .filter(({ type }) => type === 'Room')
    .toSorted((a, b) => a.position - b.position || context.age(a.uid) - context.age(b.uid))
}

const roomTerms = (columns: JsonObject, context: SummaryContext): readonly TitledTerm[] =>
  visibleRooms(columns, context).map(room => ({ token: room.uid, title: stockColumns(room).title ?? '' }))

/**
 * Returns the selected rows of a table in the event settings as terms. If several rows have the same id, the first one
 * takes precedence.
 */
function rowTerms(value: JsonValue | undefined, rows: readonly EventRow[]): readonly TitledTerm[] | null {
  if (!Array.isArray(value)) return null
  const chosen = new Set(tokens(value))
  return rows
    .filter(({ id }) => chosen.delete(String(id)))
    .map(({ id, title }) => ({ token: id ?? '', title: title ?? '' }))
}

function languageTerms(value: JsonValue | undefined, titleOf: (code: string) => string): readonly TitledTerm[] | null {
  return typeof value === 'string' && value !== '' ? [{ token: value, title: titleOf(value) }] : null
}

function sessionKeys(entry: SearchHit, context: SummaryContext): Partial<EventSummaryKeys> {
  const { columns } = entry
  const event = context.node(String(columns.event_root))
  return {
    presenters: tokens(columns.presenters)
      .flatMap(uid => context.visible(uid) ?? [])
      .map(presenter => ({
        '@id': urlOf(context.base, presenter.path),
        title: stockColumns(presenter).title ?? '',
      })),
    session_audience: rowTerms(columns.session_audience, rowsOf(event, 'audience')),
    session_language: languageTerms(columns.session_language, code => context.translate(languageName(code))),
    session_level: rowTerms(columns.session_level, rowsOf(event, 'levels')),
    session_track: rowTerms(columns.session_track, rowsOf(event, 'tracks')),
  }
}

/**
 * The additional keys in slot summaries. Rooms and presenters that the caller cannot view are omitted
 * (docs/schedule.md, Summaries of slots, rule 4).
 */
export const slotSummary: SummaryPart = {
  uids: ({ presenters, room }) => [...tokens(presenters), ...tokens(room)],
  nodes: ({ event_root }) => (typeof event_root === 'string' ? [event_root] : []),
  keys: (entry, context): Partial<EventSummaryKeys> => ({
    UID: entry.uid,
    slot_category: stockColumns(entry).slot_category ?? null,
    room: roomTerms(entry.columns, context),
    ...(isForEverybody(entry.type) ? {} : sessionKeys(entry, context)),
  }),
}

import type { Term } from '../content/fields/reading.js'
import { fixedVocabulary, type Vocabulary, type VocabularySource } from '../content/model/vocabulary.js'
import type { Lineage } from '../content/node/node.js'
import type { SearchHit } from '../content/store/catalog.js'
import { idOfPath } from '../foundation/paths.js'
import { eventQuery } from './eventQuery.js'
import { eventRootOf } from './eventRoot.js'
import { rowsOf } from './eventSettings.js'
import { vocabularyName } from './vocabularyNames.js'

const eventVocabulary = (name: string, titles: Readonly<Record<string, string>>) =>
  fixedVocabulary(vocabularyName(name), titles)

export const presenterLabels = eventVocabulary('presenter_labels', {
  'keynote-speaker': 'Keynote Speaker',
  speaker: 'Speaker',
  instructor: 'Instructor',
  'pf-member': 'Plone Foundation Member',
})

function fromSettings(name: string, setting: string): Vocabulary {
  const terms = async ({ lineage }: VocabularySource): Promise<readonly Term[]> =>
    rowsOf(eventRootOf(lineage), setting).map(({ id, title }) => ({ token: String(id), title: String(title) }))
  return { name: vocabularyName(name), terms, scope: scopeOfEvent }
}

const scopeOfEvent = (lineage: Lineage): string => eventRootOf(lineage)?.uid ?? ''

interface ContentTerms {
  readonly type: string
  readonly sortedBy?: string
  /** The index for looking up single terms. If omitted, all terms are always loaded. */
  readonly index?: string
  toTerms(entries: readonly SearchHit[]): readonly Term[]
}

function fromContent(name: string, { type, sortedBy = 'position', index, toTerms }: ContentTerms): Vocabulary {
  const terms = async (source: VocabularySource): Promise<readonly Term[]> => {
    const event = eventRootOf(source.lineage)
    if (!event) return []
    const { principals, tokens } = source
    const where = index && tokens ? [{ kind: 'any', index, values: tokens } as const] : []
    return toTerms(await source.scanAll(eventQuery([type], event, { principals, sortedBy, where })))
  }
  return { name: vocabularyName(name), terms, scope: scopeOfEvent }
}

const byUid = (entries: readonly SearchHit[]): readonly Term[] =>
  entries.map(({ uid, columns }) => ({ token: uid, title: String(columns.title) }))

const byId = (entries: readonly SearchHit[]): readonly Term[] =>
  entries.map(({ path, columns }) => ({ token: idOfPath(path), title: String(columns.title) }))

/**
 * The vocabularies of events. Their terms are fixed, come from the event settings, or represent objects in the event
 * (docs/schedule.md, Event vocabularies).
 */
export const eventVocabularies: readonly Vocabulary[] = [
  eventVocabulary('slot_categories', {
    slot: 'Slot',
    registration: 'Registration',
    meeting: 'Meeting',
    photo: 'Conference Photo',
  }),
  eventVocabulary('break_categories', { 'coffee-break': 'Coffee-Break', lunch: 'Lunch' }),
  eventVocabulary('session_categories', { activity: 'Activity' }),
  presenterLabels,
  fromSettings('session_tracks', 'tracks'),
  fromSettings('session_levels', 'levels'),
  fromSettings('session_audiences', 'audience'),
  fromSettings('durations_keynote', 'durations_keynote'),
  fromSettings('durations_talk', 'durations_talk'),
  fromSettings('durations_training', 'durations_training'),
  fromContent('slot_rooms', { type: 'Room', index: 'UID', toTerms: byUid }),
  fromContent('presenters', { type: 'Presenter', index: 'UID', toTerms: byUid, sortedBy: 'sortable_title' }),
  fromContent('sponsorship_levels', { type: 'SponsorLevel', index: 'getId', toTerms: byId }),
  fromContent('sponsorship_benefits', { type: 'SponsorsDB', toTerms: benefitTerms }),
]

function benefitTerms(databases: readonly SearchHit[]): readonly Term[] {
  const rows = databases.flatMap(({ columns }) => (Array.isArray(columns.benefits) ? columns.benefits : []))
  return rows.map(({ id, title }) => ({ token: String(id), title: String(title) }))
}

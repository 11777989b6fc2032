import type { FoundEntry } from '../content/catalogEntry.js'
import type { Term } from '../content/fields/reading.js'
import type { ContentNode } from '../content/node.js'
import { fixedVocabulary, type Vocabulary, type VocabularySource } from '../content/vocabulary.js'
import { eventRootOf } from './eventRoot.js'
import { rowsOf } from './eventSettings.js'
import { vocabularyName } from './vocabularyNames.js'

const fixed = (name: string, titles: Readonly<Record<string, string>>) => fixedVocabulary(vocabularyName(name), titles)

export const presenterLabels = fixed('presenter_labels', {
  'keynote-speaker': 'Keynote Speaker',
  speaker: 'Speaker',
  instructor: 'Instructor',
  'pf-member': 'Plone Foundation Member',
})

/** Terms from a list of the event's settings, in its order. */
function fromSettings(name: string, setting: string): Vocabulary {
  const terms = async ({ lineage }: VocabularySource): Promise<readonly Term[]> =>
    rowsOf(eventRootOf(lineage), setting).map(({ id, title }) => ({ token: String(id), title: String(title) }))
  return { name: vocabularyName(name), terms }
}

/** Objects of a type in the event that the caller may find. */
export async function entriesOfEvent(
  types: readonly string[],
  event: ContentNode,
  source: Pick<VocabularySource, 'reader' | 'sight'>,
): Promise<readonly FoundEntry[]> {
  const { items } = await source.reader.search({
    sight: source.sight,
    where: [
      { kind: 'any', index: 'portal_type', values: types },
      { kind: 'any', index: 'event_root', values: [event.uid] },
    ],
    sort: [{ by: 'position', descending: false }],
  })
  return items
}

function fromContent(
  name: string,
  type: string,
  toTerms: (entries: readonly FoundEntry[]) => readonly Term[],
): Vocabulary {
  const terms = async (source: VocabularySource): Promise<readonly Term[]> => {
    const event = eventRootOf(source.lineage)
    return event ? toTerms(await entriesOfEvent([type], event, source)) : []
  }
  return { name: vocabularyName(name), terms }
}

const byUid = (entries: readonly FoundEntry[]): readonly Term[] =>
  entries.map(({ uid, columns }) => ({ token: uid, title: String(columns.title) }))

const byTitle = (terms: readonly Term[]): readonly Term[] =>
  terms.toSorted((a, b) => a.title.localeCompare(b.title, 'en'))

/** The vocabularies of events (schedule sheet, section 5). */
export const eventVocabularies: readonly Vocabulary[] = [
  fixed('slot_categories', {
    slot: 'Slot',
    registration: 'Registration',
    meeting: 'Meeting',
    photo: 'Conference Photo',
  }),
  fixed('break_categories', { 'coffee-break': 'Coffee-Break', lunch: 'Lunch' }),
  fixed('session_categories', { activity: 'Activity' }),
  presenterLabels,
  fromSettings('session_tracks', 'tracks'),
  fromSettings('session_levels', 'levels'),
  fromSettings('session_audiences', 'audience'),
  fromSettings('durations_keynote', 'durations_keynote'),
  fromSettings('durations_talk', 'durations_talk'),
  fromSettings('durations_training', 'durations_training'),
  fromContent('slot_rooms', 'Room', byUid),
  fromContent('presenters', 'Presenter', entries => byTitle(byUid(entries))),
  fromContent('sponsorship_levels', 'SponsorLevel', entries =>
    entries.map(({ path, columns }) => ({
      token: path.slice(path.lastIndexOf('/') + 1),
      title: String(columns.title),
    })),
  ),
  fromContent('sponsorship_benefits', 'SponsorsDB', entries => benefitTerms(entries)),
]

function benefitTerms(databases: readonly FoundEntry[]): readonly Term[] {
  const rows = databases.flatMap(({ columns }) => (Array.isArray(columns.benefits) ? columns.benefits : []))
  return rows.map(({ id, title }) => ({ token: String(id), title: String(title) }))
}

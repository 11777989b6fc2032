import type { PresenterFields } from '../answers/eventFields.js'
import type { Behavior, PayloadSource } from '../content/model/model.js'
import type { CatalogQuery, SearchHit } from '../content/store/catalog.js'
import { permission } from '../security/permissions.js'
import { availabilityField } from './conflictSlots.js'
import { presenterLabels } from './eventVocabularies.js'
import { importKey } from './importKey.js'
import { personIdField, personIdIndex, storedPersonId } from './personId.js'
import { optOutField } from './presenterChanges.js'
import { queryField } from './slotBehaviors.js'
import { vocabularyName } from './vocabularyNames.js'

const activities = { Keynote: 'keynote-speaker', Training: 'instructor', Talk: 'speaker' } as const
const activityTypes = Object.keys(activities) as readonly (keyof typeof activities)[]

const sessionsOf = (uid: string, { principals, activeOnly }: PayloadSource): CatalogQuery => ({
  principals,
  where: [
    {
      kind: 'either',
      conditions: ['presenters', 'working_presenters'].map(index => ({ kind: 'any', index, values: [uid] })),
    },
    { kind: 'any', index: 'portal_type', values: activityTypes },
    { kind: 'any', index: 'review_state', values: ['published'] },
    ...activeOnly,
  ],
  sort: [{ by: 'start', descending: false }],
})

/**
 * Returns the published sessions of a presenter by type, and the labels: the categories that an editor has selected,
 * and a label for each type of these sessions (docs/schedule.md, Types of events, rule 4).
 */
async function presenterKeys(source: PayloadSource): Promise<Pick<PresenterFields, 'activities' | 'labels'>> {
  const presenter = source.lineage.at(-1)
  if (!presenter) return {}
  // The hits are filtered by their columns, which contain the values that the caller sees. The index can contain other
  // values.
  const isGivenBy = ({ columns }: SearchHit) =>
    Array.isArray(columns.presenters) && columns.presenters.includes(presenter.uid)
  const sessions = (await source.scanAll(sessionsOf(presenter.uid, source))).filter(isGivenBy)
  const summaries = await source.summaries(sessions)
  const groups = activityTypes.map(type => ({
    '@id': type,
    '@type': type,
    title: source.translate(type),
    items: summaries.filter(summary => summary['@type'] === type),
  }))
  const chosen = Array.isArray(presenter.fields.categories) ? presenter.fields.categories.map(String) : []
  const earned = activityTypes
    .filter(type => sessions.some(session => session.type === type))
    .map(type => activities[type])
  const labels = [...new Set([...chosen, ...earned])]
  return {
    activities: groups.filter(({ items }) => items.length > 0),
    labels: labels.map(token => ({ token, title: source.translate(presenterLabels.titles[token] ?? token) })),
  }
}

export const presenterBehavior: Behavior = {
  name: 'collective.techevent.presenter',
  fields: [
    {
      kind: 'set',
      name: 'categories',
      title: 'Categories',
      vocabulary: vocabularyName('presenter_labels'),
      default: [],
    },
    {
      kind: 'rows',
      name: availabilityField,
      title: 'Availability',
      description: 'The times when this person can give sessions. Without rows, the person is always available.',
      default: [],
      rowIds: 'generated',
      readPermission: permission.modify,
      columns: [
        { kind: 'instant', name: 'start', title: 'Start' },
        { kind: 'instant', name: 'end', title: 'End' },
      ],
    },
    {
      kind: 'boolean',
      name: optOutField,
      title: 'No emails',
      description: 'This person does not want emails about releases of the schedule.',
      default: false,
      readPermission: permission.modify,
    },
    importKey,
    personIdField,
  ],
  indexer: lineage => {
    const fields = lineage.at(-1)?.fields ?? {}
    const id = storedPersonId(fields)
    const categories = (fields.categories ?? []) as readonly string[]
    return { indexes: { presenter_categories: categories, ...(id === null ? {} : { [personIdIndex]: id }) } }
  },
  indexes: { presenter_categories: 'value' },
  queryFields: [queryField('presenter_categories', 'Categories of presenters', 'presenter_labels')],
  payload: presenterKeys,
}

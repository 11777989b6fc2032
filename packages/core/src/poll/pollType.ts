import { type Field, type Fieldset, fieldsets, type Invariant } from '../content/fields/field.js'
import type { ContentType } from '../content/model/model.js'
import { fixedVocabulary } from '../content/model/vocabulary.js'
import type { Lineage } from '../content/node/node.js'
import { message } from '../foundation/messages.js'
import { permission } from '../security/permissions.js'
import { pollWorkflowId } from './poll.js'

export const resultsGraphs = fixedVocabulary('collective.polls.ResultsGraph', {
  bar: 'Bar Chart',
  pie: 'Pie Chart',
  numbers: 'Numbers Only',
})

const switchField = (name: string, title: string, initial: boolean): Field => ({
  kind: 'boolean',
  name,
  title,
  required: true,
  default: initial,
})

const voting: Fieldset = { id: 'voting', title: 'Voting' }
const results: Fieldset = { id: 'results', title: 'Results' }
const within = (fieldset: Fieldset, ...fields: readonly Field[]): readonly Field[] =>
  fields.map(field => ({ ...field, fieldset }))

const votingFields: readonly Field[] = [
  switchField('allow_anonymous', 'Visitors may vote without logging in', true),
  {
    kind: 'integer',
    name: 'max_choices',
    title: 'Maximum number of options that a voter may select',
    required: true,
    default: 1,
    min: 1,
  },
  { kind: 'line', name: 'legend', title: 'Text above the options', emptyIsNull: true },
  { kind: 'options', name: 'options', title: 'Options', required: true, default: [] },
  switchField('shuffle_options', 'Show the options in random order', false),
]

const resultFields: readonly Field[] = [
  switchField('show_results', 'Show results while the poll is open', true),
  {
    kind: 'choice',
    name: 'results_graph',
    title: 'Chart of the results',
    required: true,
    default: 'bar',
    vocabulary: resultsGraphs.name,
  },
]

const dateFields: readonly Field[] = [
  { kind: 'instant', name: 'open_date', title: 'Voting starts' },
  { kind: 'instant', name: 'close_date', title: 'Voting ends' },
]

const listOf = (value: unknown): readonly { readonly option_id?: unknown }[] => (Array.isArray(value) ? value : [])

const invariants: readonly Invariant[] = [
  {
    fields: ['options'],
    problem: ({ options }) => (listOf(options).length < 2 ? message('poll.too-few-options') : null),
  },
  {
    fields: ['options'],
    problem: ({ options }) => {
      const ids = listOf(options).map(({ option_id }) => option_id)
      return new Set(ids).size < ids.length ? message('poll.same-id') : null
    },
  },
  {
    fields: ['options', 'max_choices'],
    problem: ({ options, max_choices = 1 }) =>
      Number(max_choices) > listOf(options).length ? message('poll.too-many-choices') : null,
  },
  {
    fields: ['open_date', 'close_date'],
    problem: ({ open_date, close_date }) =>
      typeof open_date === 'number' && typeof close_date === 'number' && close_date <= open_date
        ? message('poll.closes-before-opening')
        : null,
  },
]

export const isInPoll = (lineage: Lineage): boolean => lineage.some(({ type }) => type === pollType.id)

/** The content type of polls. The title of a poll is its question (docs/polls.md, Poll content). */
export const pollType: ContentType = {
  id: 'collective.polls.poll',
  title: 'Poll',
  behaviors: ['plone.basic', 'volto.preview_image_link', 'plone.excludefromnavigation'],
  fields: [...within(voting, ...votingFields), ...within(results, ...resultFields), ...within(voting, ...dateFields)],
  fieldsets: [voting, results, fieldsets.previewImage],
  invariants,
  contains: ['Image'],
  addableAnywhere: true,
  addPermission: permission.addPoll,
  layout: 'view',
  lockable: false,
  workflows: [pollWorkflowId],
}

import type { OperatorName } from './querystringOperators.js'

/** An index that query forms offer for searches. The titles are message ids or literal strings. */
export interface QueryField {
  readonly index: string
  readonly title: string
  readonly description?: string
  readonly group: string
  /** The operators, beginning with the default operator. The list is empty if the index is only a sort key. */
  readonly operations: readonly OperatorName[]
  readonly vocabulary?: string
  /** Whether the form definition includes all values. If false, forms load the values from the vocabulary. */
  readonly hasValues?: boolean
  /** Whether the index contains the titles of terms instead of their tokens. */
  readonly usesTitles?: boolean
  readonly isSortable?: boolean
}

const selectionOperators: readonly OperatorName[] = ['selection.any', 'selection.all', 'selection.none']
const choiceOperators: readonly OperatorName[] = ['selection.any', 'selection.none']
const booleanOperators: readonly OperatorName[] = ['boolean.isTrue', 'boolean.isFalse']
const dateOperators: readonly OperatorName[] = [
  'date.lessThan',
  'date.largerThan',
  'date.between',
  'date.lessThanRelativeDate',
  'date.largerThanRelativeDate',
  'date.today',
  'date.beforeToday',
  'date.afterToday',
  'date.beforeRelativeDate',
  'date.afterRelativeDate',
]

const text = (index: string, title: string, description: string): QueryField => ({
  index,
  title,
  description,
  group: 'Text',
  operations: ['string.contains'],
})
const choice = (
  index: string,
  { title, description, vocabulary }: Pick<QueryField, 'title' | 'description' | 'vocabulary'>,
): QueryField => ({
  index,
  title,
  ...(description === undefined ? {} : { description }),
  group: 'Metadata',
  operations: choiceOperators,
  ...(vocabulary === undefined ? {} : { vocabulary }),
  hasValues: true,
  isSortable: true,
})

const flag = (index: string, title: string, description: string): QueryField => ({
  index,
  title,
  description,
  group: 'Metadata',
  operations: booleanOperators,
})

const order = (index: string, title: string, description: string): QueryField => ({
  index,
  title,
  description,
  group: 'Order',
  operations: [],
  isSortable: true,
})

const date = (index: string, title: string, description: string): QueryField => ({
  index,
  title,
  description,
  group: 'Dates',
  operations: dateOperators,
  isSortable: true,
})

/**
 * The indexes of all content, in the order in which the query form shows them (docs/content-and-access.md, Querystring
 * search, rule 7).
 */
export const stockQueryFields: readonly QueryField[] = [
  text('SearchableText', 'Searchable text', 'Words in any text of the content.'),
  text('Title', 'Title', 'Words in the title.'),
  text('Description', 'Summary', 'Words in the summary.'),
  {
    index: 'Subject',
    title: 'Tags',
    description: 'Tags organize content.',
    group: 'Text',
    operations: selectionOperators,
    vocabulary: 'plone.app.vocabularies.Keywords',
    hasValues: true,
    usesTitles: true,
  },
  {
    index: 'Creator',
    title: 'Creator',
    description: 'The user who added the content.',
    group: 'Metadata',
    operations: ['string.currentUser', ...choiceOperators],
    vocabulary: 'plone.app.vocabularies.Users',
    isSortable: true,
  },
  choice('portal_type', {
    title: 'Type',
    description: 'The kind of content, such as an event.',
    vocabulary: 'plone.app.vocabularies.ReallyUserFriendlyTypes',
  }),
  choice('review_state', {
    title: 'Review state',
    description: 'A state of a workflow, such as published.',
    vocabulary: 'collective.multiworkflow.vocabularies.WorkflowStates',
  }),
  {
    index: 'getId',
    title: 'Short name',
    description: 'The last part of the address.',
    group: 'Metadata',
    operations: ['string.is', 'string.isNot'],
    isSortable: true,
  },
  {
    index: 'path',
    title: 'Place',
    description: 'The container of the content.',
    group: 'Metadata',
    operations: ['string.absolutePath', 'string.relativePath'],
  },
  flag('is_folderish', 'Container', 'Whether it may contain other content.'),
  flag('exclude_from_nav', 'Excluded from navigation', 'Whether menus leave it out.'),
  flag('is_default_page', 'Default page', 'Whether it is shown in place of its container.'),
  date('created', 'Creation date', 'The day on which it was added.'),
  date('modified', 'Modification date', 'The day of the last change.'),
  date('effective', 'Publishing date', 'The day on which it was first published.'),
  date('expires', 'Expiration date', 'The day on which it expires.'),
  date('start', 'Start', 'The start of an event.'),
  date('end', 'End', 'The end of an event.'),
  order('sortable_title', 'Title', 'In alphabetical order.'),
  order('getObjPositionInParent', 'Order in the container', 'In the order that editors chose.'),
]

interface OperatorForm {
  readonly title: string
  readonly description?: string
  readonly widget: string | null
}

const selection = 'MultipleSelectionWidget'

const relativeDate = (title: string) => ({ title, description: 'A number of days.', widget: 'RelativeDateWidget' })

export const operatorForms: Readonly<Partial<Record<OperatorName, OperatorForm>>> = {
  'boolean.isTrue': { title: 'Yes', widget: null },
  'boolean.isFalse': { title: 'No', widget: null },
  'date.lessThan': { title: 'Before', widget: 'DateWidget' },
  'date.largerThan': { title: 'After', widget: 'DateWidget' },
  'date.between': { title: 'Between', widget: 'DateRangeWidget' },
  'date.lessThanRelativeDate': relativeDate('Within the next days'),
  'date.largerThanRelativeDate': relativeDate('Within the last days'),
  'date.today': { title: 'Today', widget: null },
  'date.beforeToday': { title: 'Before now', widget: null },
  'date.afterToday': { title: 'After now', widget: null },
  'date.beforeRelativeDate': relativeDate('More than so many days ago'),
  'date.afterRelativeDate': relativeDate('In more than so many days'),
  'selection.any': { title: 'Any of', widget: selection },
  'selection.all': { title: 'All of', widget: selection },
  'selection.none': { title: 'None of', widget: selection },
  'string.absolutePath': {
    title: 'At a place',
    description: 'The content at this place, and everything below it.',
    widget: 'ReferenceWidget',
  },
  'string.relativePath': {
    title: 'From here',
    description: 'A path from here: .. is the container.',
    widget: 'RelativePathWidget',
  },
  'string.contains': { title: 'Contains', widget: 'StringWidget' },
  'string.currentUser': {
    title: 'Whoever looks at it',
    description: 'The user who looks at the results.',
    widget: null,
  },
  'string.is': { title: 'Is', widget: 'StringWidget' },
  'string.isNot': { title: 'Is not', widget: 'StringWidget' },
}

/**
 * Returns the widget for an operator. If the form definition does not include the values, the widget looks them up
 * while the user types.
 */
export function widgetOf(operation: OperatorName, { hasValues }: QueryField): string | null {
  const widget = operatorForms[operation]?.widget ?? null
  return widget === selection && !hasValues ? 'autocomplete' : widget
}

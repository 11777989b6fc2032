import type { OperatorName } from './querystringOperators.js'

/** An index that query forms offer. Titles are message ids or literal texts. */
export interface QueryField {
  readonly index: string
  readonly title: string
  readonly description?: string
  /** The heading of its group. */
  readonly group: string
  /** The first is the default; empty for an index that only sorts. */
  readonly operations: readonly OperatorName[]
  /** The vocabulary of its values. */
  readonly vocabulary?: string
  /** Whether the form definition includes all values; otherwise forms look them up in the vocabulary. */
  readonly hasValues?: boolean
  /** The index has the titles of the terms, not their tokens. */
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

const text = (index: string, title: string): QueryField => ({
  index,
  title,
  group: 'Text',
  operations: ['string.contains'],
})
const choice = (index: string, title: string, vocabulary: string): QueryField => ({
  index,
  title,
  group: 'Metadata',
  operations: choiceOperators,
  vocabulary,
  hasValues: true,
  isSortable: true,
})

const order = (index: string, title: string): QueryField => ({
  index,
  title,
  group: 'Order',
  operations: [],
  isSortable: true,
})

const date = (index: string, title: string): QueryField => ({
  index,
  title,
  group: 'Dates',
  operations: dateOperators,
  isSortable: true,
})

/** Indexes of all content, in the order of the form (docs/content-and-access.md, Querystring search, rule 7). */
export const stockQueryFields: readonly QueryField[] = [
  text('SearchableText', 'Searchable text'),
  text('Title', 'Title'),
  text('Description', 'Summary'),
  {
    index: 'Subject',
    title: 'Tags',
    group: 'Text',
    operations: selectionOperators,
    vocabulary: 'plone.app.vocabularies.Keywords',
    hasValues: true,
    usesTitles: true,
  },
  {
    index: 'Creator',
    title: 'Creator',
    group: 'Metadata',
    operations: ['string.currentUser', ...choiceOperators],
    vocabulary: 'plone.app.vocabularies.Users',
    isSortable: true,
  },
  choice('portal_type', 'Type', 'plone.app.vocabularies.ReallyUserFriendlyTypes'),
  choice('review_state', 'Review state', 'collective.multiworkflow.vocabularies.WorkflowStates'),
  {
    index: 'getId',
    title: 'Short name',
    group: 'Metadata',
    operations: ['string.is', 'string.isNot'],
    isSortable: true,
  },
  { index: 'path', title: 'Place', group: 'Metadata', operations: ['string.absolutePath', 'string.relativePath'] },
  { index: 'is_folderish', title: 'Container', group: 'Metadata', operations: booleanOperators },
  { index: 'exclude_from_nav', title: 'Excluded from navigation', group: 'Metadata', operations: booleanOperators },
  { index: 'is_default_page', title: 'Default page', group: 'Metadata', operations: booleanOperators },
  date('created', 'Creation date'),
  date('modified', 'Modification date'),
  date('effective', 'Publishing date'),
  date('expires', 'Expiration date'),
  date('start', 'Start'),
  date('end', 'End'),
  order('sortable_title', 'Title'),
  order('getObjPositionInParent', 'Order in the container'),
]

interface OperatorForm {
  readonly title: string
  /** The input widget, by a name that front ends know; null without a value. */
  readonly widget: string | null
}

const selection = 'MultipleSelectionWidget'

/** Titles and widgets of the operators in forms. */
export const operatorForms: Readonly<Partial<Record<OperatorName, OperatorForm>>> = {
  'boolean.isTrue': { title: 'Yes', widget: null },
  'boolean.isFalse': { title: 'No', widget: null },
  'date.lessThan': { title: 'Before', widget: 'DateWidget' },
  'date.largerThan': { title: 'After', widget: 'DateWidget' },
  'date.between': { title: 'Between', widget: 'DateRangeWidget' },
  'date.lessThanRelativeDate': { title: 'Within the next days', widget: 'RelativeDateWidget' },
  'date.largerThanRelativeDate': { title: 'Within the last days', widget: 'RelativeDateWidget' },
  'date.today': { title: 'Today', widget: null },
  'date.beforeToday': { title: 'Before now', widget: null },
  'date.afterToday': { title: 'After now', widget: null },
  'date.beforeRelativeDate': { title: 'More than so many days ago', widget: 'RelativeDateWidget' },
  'date.afterRelativeDate': { title: 'In more than so many days', widget: 'RelativeDateWidget' },
  'selection.any': { title: 'Any of', widget: selection },
  'selection.all': { title: 'All of', widget: selection },
  'selection.none': { title: 'None of', widget: selection },
  'string.absolutePath': { title: 'At a place', widget: 'ReferenceWidget' },
  'string.relativePath': { title: 'From here', widget: 'RelativePathWidget' },
  'string.contains': { title: 'Contains', widget: 'StringWidget' },
  'string.currentUser': { title: 'Whoever looks at it', widget: null },
  'string.is': { title: 'Is', widget: 'StringWidget' },
  'string.isNot': { title: 'Is not', widget: 'StringWidget' },
}

/** Values that the form definition does not include are looked up during typing. */
export function widgetOf(operation: OperatorName, { hasValues }: QueryField): string | null {
  const widget = operatorForms[operation]?.widget ?? null
  return widget === selection && !hasValues ? 'autocomplete' : widget
}

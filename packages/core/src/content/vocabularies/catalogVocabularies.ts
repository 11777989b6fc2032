import { metadataNames } from '../catalog/summary.js'
import type { Term } from '../fields/reading.js'
import { plainVocabulary, type Vocabulary, type VocabularySource } from '../model/vocabulary.js'
import { type QueryField, stockQueryFields } from '../query/queryFields.js'

/** The labels of summary keys. A key without a label is shown unchanged, as in Plone. */
const labels: Readonly<Record<string, string>> = {
  CreationDate: 'Creation date',
  Creator: 'Creator',
  Description: 'Summary',
  EffectiveDate: 'Publishing date',
  ExpirationDate: 'Expiration date',
  ModificationDate: 'Modification date',
  Subject: 'Tags',
  Title: 'Title',
  Type: 'Type',
  end: 'End',
  exclude_from_nav: 'Excluded from navigation',
  is_folderish: 'Container',
  location: 'Location',
  review_state: 'Review state',
  start: 'Start',
}

const labelled = (token: string, id: string): Term => ({ token, title: id, titleMessage: { id } })

/** The vocabulary of the summary keys that clients can request, including the columns that behaviors add. */
export function metadataFields(columns: readonly string[]): Vocabulary {
  const terms = [...metadataNames, ...columns]
    .toSorted()
    .map(name => (labels[name] ? labelled(name, labels[name]) : { token: name, title: name }))
  return { name: 'plone.app.vocabularies.MetadataFields', terms: async () => terms, scope: () => '' }
}

export function sortableIndexes(queryFields: readonly QueryField[]): Vocabulary {
  const sortable = [...stockQueryFields, ...queryFields].filter(({ isSortable }) => isSortable)
  const terms = sortable.map(({ index, title }) => labelled(index, title))
  return { name: 'plone.app.vocabularies.SortableIndexes', terms: async () => terms, scope: () => '' }
}

/**
 * The maximum number of objects in the list of terms. Lookups by token can also return objects that are not in this
 * list.
 */
const maxObjects = 10_000

const catalog: Vocabulary = {
  name: 'plone.app.vocabularies.Catalog',
  terms: async ({ reader, principals, activeOnly = [], tokens, slice }) => {
    const byUid = tokens ? [{ kind: 'any', index: 'UID', values: tokens } as const] : []
    const { chunks } = await reader.scan({ principals, where: [...byUid, ...activeOnly] })
    return firstTerms(chunks, slice)
  },
}

async function firstTerms(
  chunks: Awaited<ReturnType<VocabularySource['reader']['scan']>>['chunks'],
  slice: VocabularySource['slice'],
): Promise<readonly Term[]> {
  const terms: Term[] = []
  for await (const entries of chunks) {
    if (slice.isOver()) await slice.next()
    for (const { uid, path, columns } of entries) terms.push({ token: uid, title: `${columns.title ?? ''} (${path})` })
    if (terms.length >= maxObjects) break
  }
  return terms.slice(0, maxObjects)
}

/** The vocabulary of form field types, whose tokens are Plone's names for these types. */
const fields = plainVocabulary(
  'Fields',
  () => Object.keys(fieldTitles),
  token => fieldTitles[token] ?? token,
)

const fieldTitles: Readonly<Record<string, string>> = {
  label_choice_field: 'Choice',
  label_datetime_field: 'Date/Time',
  Email: 'Email',
  'File Upload': 'File Upload',
  Image: 'Image',
  label_integer_field: 'Integer',
  JSONField: 'JSONField',
  label_multi_choice_field: 'Multiple Choice',
  'Relation Choice': 'Relation Choice',
  'Relation List': 'Relation List',
  'Rich Text': 'Rich Text',
  label_text_field: 'Text',
  label_textline_field: 'Text line (String)',
  URL: 'URL',
  label_boolean_field: 'Yes/No',
}

export const catalogVocabularies: readonly Vocabulary[] = [
  catalog,
  fields,
  // The vocabulary contains only HTML, because rich text is always HTML.
  plainVocabulary('plone.app.vocabularies.AllowableContentTypes', () => ['text/html']),
]

import type { QueryFormPayload, QueryIndex } from '../../answers/forms.js'
import { operatorWordings, type QueryField, stockQueryFields, widgetOf } from '../../content/query/queryFields.js'
import { fullNameOf } from '../../content/query/querystringOperators.js'
import { keepWhileSame } from '../run/keepWhileSame.js'
import type { Operation } from '../run/operation.js'
import { urlOfVisit, type Visit } from '../run/visit.js'
import { mayListTerms, titledTerms } from '../run/vocabularies.js'

/**
 * `GET {path}/@querystring`: the options of a query form, each index with its operators and values
 * (docs/content-and-access.md, Querystring search, rule 7).
 */
export const getQuerystring: Operation<undefined, QueryFormPayload> = {
  permission: null,
  ownTurn: true,
  dependsOn: async () => ({}),
  run: async visit => ({ answer: await keptForm(visit, visit.node.path) }),
}

const keptForm = keepWhileSame(
  (path: string) => path,
  async visit => {
    const fields = [...stockQueryFields, ...visit.environment.registry.queryFields.values()]
    const entries: [QueryField, QueryIndex][] = []
    for (const field of fields) entries.push([field, await presentField(visit, field)])
    const indexesOf = (shown: readonly [QueryField, QueryIndex][]): QueryFormPayload['indexes'] =>
      Object.fromEntries(shown.map(([{ index }, entry]) => [index, entry]))
    const value = {
      '@id': `${urlOfVisit(visit)}/@querystring`,
      indexes: indexesOf(entries),
      sortable_indexes: indexesOf(entries.filter(([{ isSortable }]) => isSortable)),
    }
    return { value, objects: entries.length }
  },
)

async function presentField(visit: Visit, field: QueryField): Promise<QueryIndex> {
  const { title, description, group, operations, vocabulary = null, hasValues = false, isSortable = false } = field
  const { translate } = visit
  return {
    title: translate(title),
    description: description === undefined ? '' : translate(description),
    group: translate(group),
    enabled: operations.length > 0,
    sortable: isSortable,
    fetch_vocabulary: hasValues,
    vocabulary,
    operations: operations.map(fullNameOf),
    operators: Object.fromEntries(
      operations.map(operation => [
        fullNameOf(operation),
        {
          title: translate(operatorWordings[operation]?.title ?? operation),
          description: '',
          operation: fullNameOf(operation),
          widget: widgetOf(operation, field),
        },
      ]),
    ),
    values: await valuesOf(visit, field),
  }
}

/** The values that the caller may list. Tags are identified by title, because their vocabulary has URL-safe tokens. */
async function valuesOf(
  visit: Visit,
  { vocabulary, hasValues, isNamedByTitle }: QueryField,
): Promise<QueryIndex['values']> {
  const terms = vocabulary === undefined ? undefined : visit.environment.vocabularies.get(vocabulary)
  if (!terms || !hasValues || !mayListTerms(visit, terms)) return {}
  const titled = await titledTerms(visit, terms)
  return Object.fromEntries(titled.map(({ token, title }) => [isNamedByTitle ? title : token, { title }]))
}

import type { QueryFormPayload, QueryIndex } from '../../answers/forms.js'
import { operatorForms, type QueryField, stockQueryFields, widgetOf } from '../../content/query/queryFields.js'
import { fullNameOf } from '../../content/query/querystringOperators.js'
import { cacheWhileUnchanged } from '../run/cacheWhileUnchanged.js'
import type { Operation } from '../run/operation.js'
import { type RequestContext, urlOfContext } from '../run/requestContext.js'
import { canListTerms, titledTerms } from '../run/vocabularies.js'

/**
 * `GET {path}/@querystring` returns the indexes of a query form with their operators and values
 * (docs/content-and-access.md, Querystring search, rule 7).
 */
export const getQuerystring: Operation<undefined, QueryFormPayload> = {
  permission: null,
  exclusiveSlice: true,
  dependsOn: async () => ({}),
  run: async context => ({ answer: await cachedForm(context, context.node.path) }),
}

const cachedForm = cacheWhileUnchanged(
  (path: string) => path,
  async context => {
    const fields = [...stockQueryFields, ...context.environment.registry.queryFields.values()]
    const entries: [QueryField, QueryIndex][] = []
    for (const field of fields) entries.push([field, await presentField(context, field)])
    const indexesOf = (selected: readonly [QueryField, QueryIndex][]): QueryFormPayload['indexes'] =>
      Object.fromEntries(selected.map(([{ index }, entry]) => [index, entry]))
    const value = {
      '@id': `${urlOfContext(context)}/@querystring`,
      indexes: indexesOf(entries),
      sortable_indexes: indexesOf(entries.filter(([{ isSortable }]) => isSortable)),
    }
    return { value, objects: entries.length }
  },
)

async function presentField(context: RequestContext, field: QueryField): Promise<QueryIndex> {
  const { title, description, group, operations, vocabulary = null, hasValues = false, isSortable = false } = field
  const translate = (text: string | undefined): string => (text === undefined ? '' : context.translate(text))
  return {
    title: translate(title),
    description: translate(description),
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
          title: translate(operatorForms[operation]?.title ?? operation),
          description: translate(operatorForms[operation]?.description),
          operation: fullNameOf(operation),
          widget: widgetOf(operation, field),
        },
      ]),
    ),
    values: await valuesOf(context, field),
  }
}

/**
 * Returns the values of an index and their titles. For tags, the values are the titles of the terms, because the tokens
 * are encoded for URLs.
 */
async function valuesOf(
  context: RequestContext,
  { vocabulary, hasValues, usesTitles: isNamedByTitle }: QueryField,
): Promise<QueryIndex['values']> {
  const terms = vocabulary === undefined ? undefined : context.environment.vocabularies.get(vocabulary)
  if (!terms || !hasValues || !canListTerms(context, terms)) return {}
  const titled = await titledTerms(context, terms)
  return Object.fromEntries(titled.map(({ token, title }) => [isNamedByTitle ? title : token, { title }]))
}

import { linkReference, referencesOf } from '../../content/catalog/references.js'
import type { Field } from '../../content/fields/field.js'
import { presentField, tokensIn } from '../../content/fields/presentField.js'
import type { Term } from '../../content/fields/reading.js'
import { activeParts, isVersionable, type RegisteredType } from '../../content/model/model.js'
import { fieldValue } from '../../content/model/serialize.js'
import { type ContentNode, containersOf, type FieldValues } from '../../content/node/node.js'
import type { ContentReader } from '../../content/store/contentReader.js'
import { recurringFromField } from '../../event/eventBehavior.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import { translateEnglish } from '../../foundation/messages.js'
import { exportVotes } from '../../poll/exportedVotes.js'
import { pollWorkflowId } from '../../poll/poll.js'
import type { StoredObject } from '../../portable/wholeStore.js'
import { chainOf, currentState, reviewState, workflowStates } from '../../workflow/chain.js'
import { tokenKeysField } from '../people/tokenKeys.js'
import { type Environment, secretField } from '../run/environment.js'
import { scanFew } from '../run/openEach.js'
import type { RequestContext } from '../run/requestContext.js'
import type { OutgoingBody, OutgoingObject, OutgoingType } from './outgoingSite.js'

type ObjectSource = Pick<RequestContext, 'environment' | 'reader' | 'lineage'>

/**
 * Returns an object in the format for exports. Large parts, such as versions, are read only when the caller requests
 * them.
 */
export async function outgoingObject(source: ObjectSource, { position, node }: StoredObject): Promise<OutgoingObject> {
  const { environment, reader, lineage } = source
  const type = environment.registry.type(node.type)
  const chain = chainOf(node, type, environment.workflows)
  const body = await bodyOf(source, node)
  return {
    ...body,
    lineage,
    position,
    type: facts(environment, type, chain),
    reviewState: reviewState(node, chain),
    workflowStates: workflowStates(node, chain),
    links: referencesOf(node, body.fields).flatMap(({ name, to }) => (name === linkReference ? [to] : [])),
    records: () => reader.records(node.uid),
    versions: async () => (isVersionable(type) ? reader.versions(node.uid) : []),
    version: async number => {
      const version = await reader.version(node.uid, number)
      return version && bodyOf(source, atCurrentSite(environment, node, version.node))
    },
    votes: () => votesOf(reader, node, chain),
  }
}

const facts = ({ workflows }: Environment, type: RegisteredType, chain: ReturnType<typeof chainOf>): OutgoingType => ({
  title: type.title,
  layout: type.layout,
  isFolderish: type.contains !== null && !type.hidesItems,
  isLockable: type.lockable,
  isVersioned: isVersionable(type),
  stateKeys: new Map([...workflows.definitions].map(([id, { stateVariable }]) => [id, stateVariable])),
  managed: new Set(chain.flatMap(({ managedPermissions = [] }) => managedPermissions)),
})

/**
 * Returns the object with the values of a version. If the type of the version no longer exists in the model, the result
 * has the current type of the object.
 */
function atCurrentSite({ registry }: Environment, node: ContentNode, versionNode: ContentNode): ContentNode {
  const { uid, created, path, fields, layout, states, modified } = versionNode
  return {
    ...node,
    uid,
    created,
    type: registry.types.has(versionNode.type) ? versionNode.type : node.type,
    path,
    fields,
    layout,
    states,
    modified,
  }
}

async function bodyOf(source: ObjectSource, node: ContentNode): Promise<OutgoingBody> {
  const lineage = [...containersOf(source.lineage), node]
  const type = source.environment.registry.type(node.type)
  const { allFields: fields } = activeParts(type, lineage)
  const values: Record<string, JsonValue> = {}
  for (const field of fields) {
    const value = exportedValue(node, field)
    values[field.name] = field.kind === 'rows' && value !== null ? await presentRows(source, field, value) : value
  }
  return { node, fields, values, hidden: hiddenValues(node, fields, type) }
}

/**
 * Returns the value of a field in an export. An unset string is exported as null, except in fields for which all Plone
 * sites store an empty string. A value that was explicitly set to null is exported as null, although payloads contain
 * the default instead.
 */
function exportedValue(node: ContentNode, field: Field): JsonValue {
  const { name } = field
  const stored = node.fields[name]
  const isNull = (field.default === '' && !alwaysTexts.has(name)) || nullLists.has(name)
  return stored === null || (stored === undefined && isNull) ? null : fieldValue(node, field)
}

/** The names of list fields for which Plone exports an unset value as null. */
const nullLists: ReadonlySet<string> = new Set(['social_links'])

const alwaysTexts: ReadonlySet<string> = new Set(['title', 'description', 'rights', 'language'])

async function presentRows(
  { environment, reader, lineage }: ObjectSource,
  field: Field,
  value: JsonValue,
): Promise<JsonValue> {
  const slice = environment.scheduler
  const termsByVocabulary = new Map<string, Map<string, Term>>()
  const tokenPairs = tokensIn(field, value)
  for (const vocabulary of new Set(tokenPairs.map(([name]) => name))) {
    const tokens = tokenPairs.flatMap(([name, token]) => (name === vocabulary ? [token] : []))
    const terms = await environment.vocabularies.get(vocabulary)?.terms({
      reader,
      lineage,
      principals: 'system',
      slice,
      scanAll: query => scanFew({ reader, task: slice }, query),
      tokens,
    })
    termsByVocabulary.set(vocabulary, new Map(terms?.map(term => [term.token, term])))
  }
  return presentField(field, value, {
    url: '',
    base: '',
    term: (vocabulary, token) => termsByVocabulary.get(vocabulary)?.get(token),
    related: () => undefined,
    translate: text => (typeof text === 'string' ? text : translateEnglish(text)),
  })
}

const secrets: ReadonlySet<string> = new Set([secretField, tokenKeysField, 'catalog_form', recurringFromField])

function hiddenValues(
  { fields: values }: ContentNode,
  visibleFields: readonly Field[],
  type: RegisteredType,
): FieldValues {
  const names = new Set([...type.allFields.filter(({ hidden }) => !hidden), ...visibleFields].map(({ name }) => name))
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name) && !secrets.has(name)))
}

async function votesOf(
  reader: ContentReader,
  node: ContentNode,
  chain: ReturnType<typeof chainOf>,
): Promise<JsonObject | null> {
  const workflow = chain.find(({ id }) => id === pollWorkflowId)
  if (!workflow || currentState(node, workflow) !== 'closed') return null
  return exportVotes(await reader.ballots(node.uid))
}

import { repeatedNames } from '../../foundation/repeated.js'
import type { Field } from '../fields/field.js'
import type { Behavior, ContentType, Model } from './model.js'

function fieldProblems(owner: string, fields: readonly Field[], model: Model): string[] {
  const isDefined = (permission: string | undefined): boolean =>
    permission === undefined || Object.hasOwn(model.permissions, permission)
  return fields.flatMap(field => [
    ...vocabulariesOf(field)
      .filter(name => !model.vocabularies.includes(name))
      .map(name => `${owner}: field ${field.name} draws from the vocabulary ${name}, which does not exist.`),
    ...[field.readPermission, field.writePermission]
      .filter(permission => !isDefined(permission))
      .map(permission => `${owner}: field ${field.name} asks for the permission ${permission}, which does not exist.`),
    ...(field.kind === 'rows' ? fieldProblems(`${owner}, rows of ${field.name}`, field.columns, model) : []),
    ...targetProblems(owner, field, model),
    ...columnProblems(owner, field),
  ])
}

function vocabulariesOf(field: Field): readonly string[] {
  if (field.kind === 'list') return field.suggestions === undefined ? [] : [field.suggestions]
  return 'vocabulary' in field ? [field.vocabulary] : []
}

function targetProblems(owner: string, field: Field, model: Model): string[] {
  const targets = field.kind === 'relation' || field.kind === 'relations' ? (field.types ?? []) : []
  return targets
    .filter(target => !model.types.some(({ id }) => id === target))
    .map(target => `${owner}: field ${field.name} refers to the type ${target}, which does not exist.`)
}

/**
 * Returns a problem for each field that two behaviors define, because one definition would silently replace the other.
 * If the type itself defines the field, no problem is returned, because the type may replace both.
 */
function fieldClashes(type: ContentType, behaviors: readonly Behavior[]): string[] {
  const ownNames = (type.fields ?? []).map(({ name }) => name)
  const inherited = behaviors
    .filter(({ name }) => type.behaviors.includes(name))
    .flatMap(({ fields = [] }) => fields.map(({ name }) => name))
  return repeatedNames(inherited.filter(name => !ownNames.includes(name))).map(
    name => `Type ${type.id}: more than one of its behaviors has a field ${name}.`,
  )
}

function nameProblems(type: ContentType, behaviors: readonly Behavior[]): string[] {
  const ownFields = type.fields ?? []
  const inherited = behaviors.filter(({ name }) => type.behaviors.includes(name)).flatMap(({ fields = [] }) => fields)
  const namedBy = [...inherited, ...ownFields].find(({ name }) => name === type.namedByFile)
  const isNamed = type.namedByFile === undefined || namedBy?.kind === 'file' || namedBy?.kind === 'image'
  return [
    ...(isNamed ? [] : [`Type ${type.id}: is named by the file in ${type.namedByFile}, which is not a file field.`]),
    ...repeatedNames(ownFields.map(({ name }) => name)).map(
      name => `Type ${type.id}: has more than one field ${name}.`,
    ),
    ...repeatedNames(type.behaviors).map(name => `Type ${type.id}: has the behavior ${name} more than once.`),
    ...repeatedNames(type.workflows ?? []).map(id => `Type ${type.id}: has the workflow ${id} more than once.`),
  ]
}

/**
 * Returns the problems with the columns of a table. Column names must be unique, because rows use them as keys, and
 * `titledBy` must be the name of a column.
 */
function columnProblems(owner: string, field: Field): string[] {
  if (field.kind !== 'rows') return []
  const names = field.columns.map(({ name }) => name)
  const isTitled = field.titledBy === undefined || names.includes(field.titledBy)
  return [
    ...repeatedNames(names).map(name => `${owner}: rows of ${field.name} have more than one column ${name}.`),
    ...(isTitled ? [] : [`${owner}: rows of ${field.name} are titled by ${field.titledBy}, which is not a column.`]),
  ]
}

/** Returns the problems with query fields. Their indexes and vocabularies must exist. */
const queryFieldProblems = ({ name, indexes = {}, queryFields = [] }: Behavior, model: Model): string[] =>
  queryFields.flatMap(({ index, vocabulary }) => [
    ...(Object.hasOwn(indexes, index)
      ? []
      : [`Behavior ${name}: offers the index ${index} to queries without providing it.`]),
    ...(vocabulary === undefined || model.vocabularies.includes(vocabulary)
      ? []
      : [`Behavior ${name}: offers values from the vocabulary ${vocabulary}, which does not exist.`]),
  ])

function indexProblems(behaviors: readonly Behavior[]): string[] {
  const kinds = behaviors.flatMap(({ indexes = {} }) =>
    Object.entries(indexes).map(([name, kind]) => `${name} ${kind}`),
  )
  return repeatedNames([...new Set(kinds)].map(kind => kind.split(' ')[0] ?? '')).map(
    name => `Index ${name}: behaviors define it differently.`,
  )
}

function typeProblems(type: ContentType, model: Model): string[] {
  const owner = `Type ${type.id}`
  const unknownTypes = Array.isArray(type.contains)
    ? type.contains.filter(id => !model.types.some(knownType => knownType.id === id))
    : []
  const unknownBehaviors = type.behaviors.filter(name => !model.behaviors.some(behavior => behavior.name === name))
  const grants = Object.entries(type.grants ?? {})
  return [
    ...unknownTypes.map(id => `${owner}: may contain ${id}, which does not exist.`),
    ...unknownBehaviors.map(name => `${owner}: has the behavior ${name}, which does not exist.`),
    ...[type.addPermission, ...grants.map(([permission]) => permission)]
      .filter(permission => !Object.hasOwn(model.permissions, permission))
      .map(permission => `${owner}: names the permission ${permission}, which does not exist.`),
    ...roleProblems(
      owner,
      grants.flatMap(([, roles]) => roles),
      model,
    ),
    ...fieldClashes(type, model.behaviors),
    ...nameProblems(type, model.behaviors),
    ...fieldProblems(owner, type.fields ?? [], model),
  ]
}

const roleProblems = (owner: string, roles: readonly string[], model: Model): string[] =>
  roles
    .filter(role => !model.roles.includes(role))
    .map(role => `${owner}: names the role ${role}, which does not exist.`)

/** Returns the problems in a model, one sentence per problem. The list is empty if the model is valid. */
export const problemsOfModel = (model: Model): readonly string[] => [
  ...repeatedNames(model.types.map(({ id }) => id)).map(id => `Type ${id}: is defined more than once.`),
  ...repeatedNames(model.behaviors.map(({ name }) => name)).map(name => `Behavior ${name}: is defined more than once.`),
  ...model.types.flatMap(type => typeProblems(type, model)),
  ...model.behaviors.flatMap(({ name, fields = [] }) => [
    ...fieldProblems(`Behavior ${name}`, fields, model),
    ...repeatedNames(fields.map(field => field.name)).map(
      field => `Behavior ${name}: has more than one field ${field}.`,
    ),
  ]),
  ...indexProblems(model.behaviors),
  ...model.behaviors.flatMap(behavior => queryFieldProblems(behavior, model)),
  ...Object.entries(model.permissions).flatMap(([permission, roles]) =>
    roleProblems(`Permission ${permission}`, roles, model),
  ),
]

import type { TypeSchemaPayload } from '../../answers/forms.js'
import { type Field, type Fieldset, fieldsets } from '../fields/field.js'
import { isVersionable, type RegisteredType, versioning } from '../model/model.js'
import { type PropertyContext, propertyOf } from './propertyOf.js'

interface SchemaContext extends PropertyContext {
  /** Whether users can choose the short name. The site root has no short name. */
  readonly hasShortName: boolean
  mayWrite(field: Field): boolean
}

interface SectionedField {
  readonly field: Field
  readonly source: string
  readonly fieldset: Fieldset
}

/** The form property for the short name, which is not a field. A PATCH request with a short name renames the object. */
const shortName: SectionedField = {
  field: {
    kind: 'line',
    name: 'id',
    title: 'Short name',
    description: 'The last part of the address.',
    maxLength: 255,
  },
  source: 'plone.shortname',
  fieldset: fieldsets.settings,
}

/** The form property for the change note, which is not a field. The note is stored with the new version. */
const changeNote: SectionedField = {
  field: {
    kind: 'line',
    name: 'changeNote',
    title: 'Change note',
    description: 'Says in the history what was changed.',
    maxLength: 10_000,
  },
  source: versioning,
  fieldset: fieldsets.default,
}

/**
 * Returns the JSON Schema form `{title, type, required, layouts, fieldsets, properties}` of a type in the caller's
 * language. It contains only fields that the caller may set (docs/content-and-access.md, Schemas of types).
 */
export function typeSchema(type: RegisteredType, context: SchemaContext): TypeSchemaPayload {
  const fieldsOfForm = [
    ...sectionedFields(type).filter(({ field }) => !field.hidden && !field.isHiddenInForms && context.mayWrite(field)),
    ...(isVersionable(type) ? [changeNote] : []),
    ...(context.hasShortName ? [shortName] : []),
  ]
  const parts = inOrder(type, fieldsOfForm).map(fieldset => ({
    fieldset,
    fields: fieldsOfForm.filter(candidate => candidate.fieldset.id === fieldset.id).map(({ field }) => field),
  }))
  return {
    title: context.translate(type.title),
    type: 'object',
    required: parts.flatMap(({ fields }) => fields.filter(isRequired).map(({ name }) => name)),
    layouts: [type.layout],
    fieldsets: parts.map(({ fieldset, fields }) => ({
      id: fieldset.id,
      title: context.translate(fieldset.title),
      ...(fieldset.description === undefined ? {} : { description: context.translate(fieldset.description) }),
      behavior: 'plone',
      fields: fields.map(({ name }) => name),
    })),
    properties: Object.fromEntries(
      fieldsOfForm.map(({ field, source }) => [field.name, { ...propertyOf(field, context), behavior: source }]),
    ),
  }
}

const isRequired = ({ required = false, isRequiredInForms = false }: Field): boolean => required || isRequiredInForms

/**
 * Returns the fields with their sections. A field of the type takes the position of the inherited field that it
 * replaces.
 */
function sectionedFields({ id, allFields, allBehaviors }: RegisteredType): readonly SectionedField[] {
  const origins = new Map(
    allBehaviors.flatMap(({ name, fieldset, fields = [] }) =>
      fields.map(field => [field.name, { field, source: name, fieldset }] as const),
    ),
  )
  return allFields.map(field => {
    const origin = origins.get(field.name)
    const fieldset = field.fieldset ?? origin?.fieldset ?? fieldsets.default
    return { field, source: origin?.field === field ? origin.source : id, fieldset }
  })
}

/**
 * Returns the sections in display order: the default section, the sections of the type, unknown sections, and the stock
 * sections.
 */
function inOrder(type: RegisteredType, fieldsOfForm: readonly SectionedField[]): readonly Fieldset[] {
  const usedSections = new Map(fieldsOfForm.map(({ fieldset }) => [fieldset.id, fieldset]))
  const stockSections: readonly Fieldset[] = Object.values(fieldsets)
  const unknownSections = [...usedSections.values()].filter(
    ({ id }) => !stockSections.some(section => section.id === id),
  )
  const sections = [fieldsets.default, ...(type.fieldsets ?? []), ...unknownSections, ...stockSections]
  return [...new Map(sections.map(fieldset => [fieldset.id, fieldset])).values()].filter(({ id }) =>
    usedSections.has(id),
  )
}

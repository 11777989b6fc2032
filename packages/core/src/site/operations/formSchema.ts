import type { FormSchema, PlacedProperty } from '../../answers/forms.js'
import type { RegisteredType } from '../../content/model/model.js'
import { isJsonObject, type JsonObject } from '../../foundation/json.js'
import { dateFields } from '../../poll/pollDates.js'
import { pollType } from '../../poll/pollType.js'
import { permission } from '../../security/permissions.js'
import { hasPermission, type RequestContext } from '../run/requestContext.js'
import { schemaFor } from './typeForms.js'

/**
 * Returns the schema of a type for an HTML form. Blocks and their order become a single control below the fields of the
 * first section. If the caller may change only the dates of a poll, the schema contains only the dates.
 */
export function formSchema(context: RequestContext, type: RegisteredType): FormSchema {
  const schema = schemaFor(context, type)
  const { blocks } = schema.properties
  const isPollAlone = type.id === pollType.id && context.node.type === pollType.id
  const onlyDates = isPollAlone && !hasPermission(context, permission.modify)
  const isShown = (name: string) =>
    name !== 'blocks' && name !== 'blocks_layout' && (!onlyDates || dateFields.includes(name))
  const fieldsets = schema.fieldsets.map((fieldset, i) => ({
    ...fieldset,
    fields: withBlocks(fieldset.fields.filter(isShown), blocks !== undefined && i === 0 && !onlyDates),
  }))
  const properties = blocks ? { ...schema.properties, blocks: blocksProperty(context, blocks) } : schema.properties
  return { ...schema, properties, fieldsets: fieldsets.filter(({ fields }) => fields.length > 0) }
}

/** Adds the control for blocks to the fields of a section, before the change note. */
function withBlocks(fields: readonly string[], hasBlocks: boolean): readonly string[] {
  const noteAt = fields.indexOf('changeNote')
  return hasBlocks ? fields.toSpliced(noteAt < 0 ? fields.length : noteAt, 0, 'blocks') : fields
}

const blocksProperty = ({ translate }: RequestContext, blocks: PlacedProperty): PlacedProperty => ({
  ...blocks,
  title: translate('Text'),
  factory: 'Blocks',
})

export const withBlockValue = ({ blocks, blocks_layout, ...values }: JsonObject): JsonObject =>
  blocks === undefined ? values : { ...values, blocks: { blocks, blocks_layout: blocks_layout ?? null } }

/** Replaces the value of the control for blocks with the fields `blocks` and `blocks_layout`. */
export function withBlockFields({ blocks, ...input }: JsonObject): JsonObject {
  return isJsonObject(blocks) ? { ...input, ...blocks } : input
}

import type { JsonObject } from '../foundation/json.js'

/** A form field as a JSON Schema property. Its other keys depend on the kind of field. */
export type FormProperty = JsonObject & {
  readonly title: string
  readonly description: string
  readonly type: string
  /** The name of the form element, such as `Text line (String)`. */
  readonly factory: string
}

/** A form property, including the name of the behavior or type that defines it. */
export type PlacedProperty = FormProperty & { readonly behavior: string }

/** A tab of a form. */
export type FormFieldset = {
  readonly id: string
  readonly title: string
  readonly description?: string
  readonly behavior: string
  /** The names of the properties on this tab, in order. */
  readonly fields: readonly string[]
}

/** A form as a JSON Schema, in the language of the request. */
export type FormSchema = {
  readonly type: 'object'
  readonly required: readonly string[]
  readonly fieldsets: readonly FormFieldset[]
  readonly properties: Readonly<Record<string, PlacedProperty>>
}

/** The response to `GET {path}/@types/{type}` (docs/content-and-access.md, Schemas of types). */
export type TypeSchemaPayload = FormSchema & {
  readonly title: string
  /** The names of the views that objects of the type can use. */
  readonly layouts: readonly string[]
}

/** A panel in the response to `GET /@controlpanels` (docs/site-settings.md, Panels). */
export type PanelLink = {
  readonly '@id': string
  readonly group: string
  readonly title: string
  readonly searchable_text: readonly string[]
}

/** The response to `GET /@controlpanels/{name}`: a panel, its form, and the effective values. */
export type PanelPayload = Omit<PanelLink, 'searchable_text'> & {
  readonly schema: FormSchema
  /** The effective values by setting name, in the same format as the fields of content objects. */
  readonly data: JsonObject
}

/** A vocabulary in the response to `GET {path}/@vocabularies`. */
export type VocabularyLink = {
  readonly '@id': string
  readonly title: string
}

/** A query operator for an index. */
export type QueryOperator = {
  readonly title: string
  readonly description: string
  readonly operation: string
  /** The name of the form element, or null if the operator takes no value. */
  readonly widget: string | null
}

/** An index that query forms offer. */
export type QueryIndex = {
  readonly title: string
  readonly description: string
  readonly group: string
  readonly enabled: boolean
  readonly sortable: boolean
  readonly fetch_vocabulary: boolean
  readonly vocabulary: string | null
  readonly operations: readonly string[]
  readonly operators: Readonly<Record<string, QueryOperator>>
  /** The titles of the possible values, by value. The object is empty if the index does not offer a list of values. */
  readonly values: Readonly<Record<string, { readonly title: string }>>
}

/** The response to `GET {path}/@querystring` (docs/content-and-access.md, Querystring search, rule 7). */
export type QueryFormPayload = {
  readonly '@id': string
  readonly indexes: Readonly<Record<string, QueryIndex>>
  readonly sortable_indexes: Readonly<Record<string, QueryIndex>>
}

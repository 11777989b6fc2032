import type { JsonObject } from '../foundation/json.js'

/** A form field as a JSON Schema property. Additional keys depend on the kind of field. */
export type FormProperty = JsonObject & {
  readonly title: string
  readonly description: string
  readonly type: string
  /** The name of the form element, such as `Text line (String)`. */
  readonly factory: string
}

/** A property and the name of the behavior or type that defines it. */
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
  /** The names of the required properties. */
  readonly required: readonly string[]
  readonly fieldsets: readonly FormFieldset[]
  readonly properties: Readonly<Record<string, PlacedProperty>>
}

/** `GET {path}/@types/{type}` (docs/content-and-access.md, Schemas of types). */
export type TypeSchemaPayload = FormSchema & {
  readonly title: string
  /** The names of the views that objects of the type can use. */
  readonly layouts: readonly string[]
}

/** A panel in `GET /@controlpanels` (docs/site-settings.md, Panels). */
export type PanelLink = {
  readonly '@id': string
  readonly group: string
  readonly title: string
  readonly searchable_text: readonly string[]
}

/** `GET /@controlpanels/{name}`: a panel, its form, and the values in effect. */
export type PanelPayload = Omit<PanelLink, 'searchable_text'> & {
  readonly schema: FormSchema
  /** The values by setting name, presented like content fields. */
  readonly data: JsonObject
}

/** An entry in the response to `GET {path}/@vocabularies`, which lists all vocabularies. */
export type VocabularyLink = {
  readonly '@id': string
  readonly title: string
}

/** An operator of an index. */
export type QueryOperator = {
  readonly title: string
  readonly description: string
  readonly operation: string
  /** The name of the form element. Null if the operator has no value. */
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
  /** The possible values and their titles. Empty if the index has no list of values. */
  readonly values: Readonly<Record<string, { readonly title: string }>>
}

/** `GET {path}/@querystring` (docs/content-and-access.md, Querystring search, rule 7). */
export type QueryFormPayload = {
  readonly '@id': string
  readonly indexes: Readonly<Record<string, QueryIndex>>
  readonly sortable_indexes: Readonly<Record<string, QueryIndex>>
}

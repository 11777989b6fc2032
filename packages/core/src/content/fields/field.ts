import type { Instant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Message } from '../../foundation/messages.js'

interface FieldOfAnyKind {
  readonly name: string
  readonly title: string
  readonly description?: string
  readonly required?: boolean
  /**
   * The value of a field that has never been set, or a function that computes this value when the object is created.
   */
  readonly default?: JsonValue | ((now: Instant) => JsonValue)
  /** The field of the site root whose value, if set, becomes the initial value of this field in a new object. */
  readonly initialFrom?: string
  readonly readPermission?: string
  /**
   * The permission that a caller needs, in addition to Modify portal content, to set the field. If the caller does not
   * have this permission, a value in a request is ignored.
   */
  readonly writePermission?: string
  /** Whether the words of the value are part of the text index `SearchableText`. */
  readonly searchable?: boolean
  /**
   * Whether the field is internal: payloads never contain it, and requests cannot set it. Only operations of the site
   * use it.
   */
  readonly hidden?: boolean
  /** The form section of the field; by default, the section of its behavior or the default section. */
  readonly fieldset?: Fieldset
  readonly isRequiredInForms?: boolean
  /** Whether forms omit the field, although requests may set it. */
  readonly isHiddenInForms?: boolean
}

export interface LineField extends FieldOfAnyKind {
  readonly kind: 'line'
  /** The maximum number of characters; 1024 by default. */
  readonly maxLength?: number
  /** Whether only ASCII characters are allowed. */
  readonly ascii?: boolean
  /** Whether the value is the target of a link: a path or a URL, but not a script such as `javascript:x`. */
  readonly isAddress?: boolean
  /** Whether an empty string is stored as null. */
  readonly emptyIsNull?: boolean
}
export interface TextField extends FieldOfAnyKind {
  readonly kind: 'text'
  /** The maximum number of characters; 10,000 by default. */
  readonly maxLength?: number
}
export interface RichTextField extends FieldOfAnyKind {
  readonly kind: 'richText'
}
export interface BooleanField extends FieldOfAnyKind {
  readonly kind: 'boolean'
}
export interface IntegerField extends FieldOfAnyKind {
  readonly kind: 'integer'
  readonly min?: number
  readonly max?: number
}
export interface InstantField extends FieldOfAnyKind {
  readonly kind: 'instant'
}
export interface EmailField extends FieldOfAnyKind {
  readonly kind: 'email'
}
export interface UriField extends FieldOfAnyKind {
  readonly kind: 'uri'
}
export interface ColorField extends FieldOfAnyKind {
  readonly kind: 'color'
}
/** The IANA name of a time zone. */
export interface ZoneField extends FieldOfAnyKind {
  readonly kind: 'zone'
}
export interface ChoiceField extends FieldOfAnyKind {
  readonly kind: 'choice'
  readonly vocabulary: string
  /** Whether payloads contain only the token instead of `{title, token}`. */
  readonly bare?: boolean
}
/** Several tokens of a vocabulary, stored in the order of the vocabulary. */
export interface SetField extends FieldOfAnyKind {
  readonly kind: 'set'
  readonly vocabulary: string
}
/** Lines of text, in the order of the request. */
export interface ListField extends FieldOfAnyKind {
  readonly kind: 'list'
  /** The maximum number of lines; 10,000 by default. */
  readonly maxEntries?: number
  /** A vocabulary whose terms forms suggest. */
  readonly suggestions?: string
  /** The maximum number of characters in a line; 1024 by default. */
  readonly maxLength?: number
}
/** Links as `{'@id', title}`; `@id` is a URL or a path within the site. */
export interface LinksField extends FieldOfAnyKind {
  readonly kind: 'links'
  /** Whether a single address that is sent as a string is stored as a string. */
  readonly acceptsText?: boolean
}
/** An object in the site, by its UID. */
export interface RelationField extends FieldOfAnyKind {
  readonly kind: 'relation'
  /** The types of possible targets; all types by default. */
  readonly types?: readonly string[]
}
/** Several objects in the site, by their UIDs, in the order of the request. */
export interface RelationsField extends FieldOfAnyKind {
  readonly kind: 'relations'
  readonly types?: readonly string[]
}
/**
 * Rows of a table. Every stored row has an `id`; a row without an id gets a new id (`generated`), is refused
 * (`required`), or gets the id that a function derives from the row.
 */
export interface RowsField extends FieldOfAnyKind {
  readonly kind: 'rows'
  readonly columns: readonly Field[]
  readonly rowIds: 'generated' | 'required' | ((row: JsonObject) => string)
  /** Whether rows retain the `@id` from the request; otherwise, `@id` is replaced with the id of the row. */
  readonly preservesRowKeys?: boolean
  /** The name of a choice column. The title of the chosen term becomes the `title` of the row in payloads. */
  readonly titledBy?: string
}
/**
 * The options of a poll as `{description, option_id}`, where `description` is a string of 1 to 1024 characters and
 * `option_id` is an integer. Votes refer to the integer, so an option retains its votes when its position or text
 * changes.
 */
export interface OptionsField extends FieldOfAnyKind {
  readonly kind: 'options'
}
/** Any JSON object, such as the blocks of a page. */
export interface JsonField extends FieldOfAnyKind {
  readonly kind: 'json'
}
export interface FileField extends FieldOfAnyKind {
  readonly kind: 'file'
}
export interface ImageField extends FieldOfAnyKind {
  readonly kind: 'image'
}

export type Field =
  | LineField
  | TextField
  | RichTextField
  | BooleanField
  | IntegerField
  | InstantField
  | EmailField
  | UriField
  | ColorField
  | ZoneField
  | ChoiceField
  | SetField
  | ListField
  | LinksField
  | RelationField
  | RelationsField
  | RowsField
  | OptionsField
  | JsonField
  | FileField
  | ImageField

export type FieldKind = Field['kind']

/** A rule that involves several fields. It is checked when one of the fields changes. */
export interface Invariant {
  readonly fields: readonly string[]
  /** Returns the reason why the `values` of all fields of the object contradict each other; null if they do not. */
  problem(values: Readonly<Record<string, JsonValue | undefined>>): Message | null
}

/** A section of a form, usually shown as a tab. The title and the description are message ids or literal strings. */
export interface Fieldset {
  readonly id: string
  readonly title: string
  readonly description?: string
}

/** The sections of stock types, in their usual order (docs/content-and-access.md, Schemas of types, rule 3). */
export const fieldsets = {
  default: { id: 'default', title: 'Default' },
  settings: { id: 'settings', title: 'Settings' },
  categorization: { id: 'categorization', title: 'Categorization' },
  dates: { id: 'dates', title: 'Dates' },
  ownership: { id: 'ownership', title: 'Ownership' },
  previewImage: { id: 'preview_image', title: 'Preview image' },
  layout: { id: 'layout', title: 'Layout' },
} as const satisfies Readonly<Record<string, Fieldset>>

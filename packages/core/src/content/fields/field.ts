import type { Instant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Message } from '../../foundation/messages.js'

interface FieldOfAnyKind {
  readonly name: string
  readonly title: string
  readonly description?: string
  readonly required?: boolean
  readonly default?: JsonValue | ((now: Instant) => JsonValue)
  readonly initialFrom?: string
  readonly readPermission?: string
  /**
   * The permission that is required to set the field, in addition to the Modify portal content permission. Values from
   * callers without this permission are ignored.
   */
  readonly writePermission?: string
  /** Whether the full-text index `SearchableText` includes the value. */
  readonly searchable?: boolean
  /** Whether the field is internal. Internal fields do not occur in payloads and cannot be set by requests. */
  readonly hidden?: boolean
  /**
   * The form section that contains the field. Defaults to the section of the behavior, or to the default section for
   * fields of a type.
   */
  readonly fieldset?: Fieldset
  readonly isRequiredInForms?: boolean
  /** Whether forms omit the field. Requests can set the field even if forms omit it. */
  readonly isHiddenInForms?: boolean
}

export interface LineField extends FieldOfAnyKind {
  readonly kind: 'line'
  /** The maximum number of characters. Defaults to 1024. */
  readonly maxLength?: number
  readonly ascii?: boolean
  /** Whether the value is a link target: a path or a URL. Script URLs such as `javascript:x` are refused. */
  readonly isAddress?: boolean
  /** Whether an empty string is stored as null. */
  readonly emptyIsNull?: boolean
}
export interface TextField extends FieldOfAnyKind {
  readonly kind: 'text'
  /** The maximum number of characters. Defaults to 10,000. */
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
export interface ZoneField extends FieldOfAnyKind {
  readonly kind: 'zone'
}
export interface ChoiceField extends FieldOfAnyKind {
  readonly kind: 'choice'
  readonly vocabulary: string
  /** Whether payloads contain only the token instead of `{title, token}`. */
  readonly bare?: boolean
}
export interface SetField extends FieldOfAnyKind {
  readonly kind: 'set'
  readonly vocabulary: string
}
export interface ListField extends FieldOfAnyKind {
  readonly kind: 'list'
  /** The maximum number of entries. Defaults to 10,000. */
  readonly maxEntries?: number
  /** The name of a vocabulary that forms use for suggestions. */
  readonly suggestions?: string
  /** The maximum number of characters per line. Defaults to 1024. */
  readonly maxLength?: number
}
/** Links of the form `{'@id', title}`, in which `@id` is a URL or a path within the site. */
export interface LinksField extends FieldOfAnyKind {
  readonly kind: 'links'
  /** Whether a client may send a single address as a string, which is then stored unchanged. */
  readonly acceptsText?: boolean
}
export interface RelationField extends FieldOfAnyKind {
  readonly kind: 'relation'
  /** The types of possible targets. Defaults to all types. */
  readonly types?: readonly string[]
}
/** References to content objects, stored as UIDs in the order of the request. */
export interface RelationsField extends FieldOfAnyKind {
  readonly kind: 'relations'
  readonly types?: readonly string[]
}
/**
 * A table. Every stored row has an `id`. If a new row has no id, `rowIds` determines whether the id is generated
 * (`generated`), the row is rejected (`required`), or a function derives the id from the row.
 */
export interface RowsField extends FieldOfAnyKind {
  readonly kind: 'rows'
  readonly columns: readonly Field[]
  readonly rowIds: 'generated' | 'required' | ((row: JsonObject) => string)
  /** Whether the `@id` of a row is taken from the request. By default, `@id` is set to the id of the row. */
  readonly preservesRowKeys?: boolean
  /** The name of a choice column. In payloads, the title of the selected term is also the `title` of the row. */
  readonly titledBy?: string
}
/**
 * Poll options of the form `{description, option_id}`. The description has 1 to 1024 characters. Votes refer to the
 * integer `option_id`, so an option keeps its votes when it is moved or edited.
 */
export interface OptionsField extends FieldOfAnyKind {
  readonly kind: 'options'
}
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

/** A rule that involves several fields and is checked when one of them changes. */
export interface Invariant {
  readonly fields: readonly string[]
  /** Returns the reason why the values contradict each other, or null if they are consistent. */
  problem(values: Readonly<Record<string, JsonValue | undefined>>): Message | null
}

/** A form section, usually shown as a tab. The title and the description are message ids or literal strings. */
export interface Fieldset {
  readonly id: string
  readonly title: string
  readonly description?: string
}

/** The form sections of stock types in display order (docs/content-and-access.md, Schemas of types, rule 3). */
export const fieldsets = {
  default: { id: 'default', title: 'Default' },
  settings: { id: 'settings', title: 'Settings' },
  categorization: { id: 'categorization', title: 'Categorization' },
  dates: { id: 'dates', title: 'Dates' },
  ownership: { id: 'ownership', title: 'Ownership' },
  previewImage: { id: 'preview_image', title: 'Preview image' },
  layout: { id: 'layout', title: 'Layout' },
} as const satisfies Readonly<Record<string, Fieldset>>

import type { Instant } from '../../foundation/instants.js'
import type { JsonObject, JsonValue } from '../../foundation/json.js'
import type { Message } from '../../foundation/messages.js'
import type { Fieldset } from './fieldset.js'

interface FieldOfAnyKind {
  readonly name: string
  readonly title: string
  readonly description?: string
  readonly required?: boolean
  /** The value of an object whose field was never set, or how to find it when the object is made. */
  readonly default?: JsonValue | ((now: Instant) => JsonValue)
  /** The field of the site root whose value a new object begins with, where the root has one. */
  readonly initialFrom?: string
  /** Permission beside View without which the field is left out of payloads. */
  readonly readPermission?: string
  /** Permission beside Modify portal content without which a value that is sent is skipped. */
  readonly writePermission?: string
  /** Words of the value are found by a search of the whole text. */
  readonly searchable?: boolean
  /** Neither in payloads nor to be set through them: only operations of the site's own know it. */
  readonly hidden?: boolean
  /** Where it stands in forms; in that of its behavior, or the default one, when it is left out. */
  readonly fieldset?: Fieldset
  /** Forms demand it, although it may be left out of what is sent. */
  readonly isDemandedByForms?: boolean
  /** Forms leave it out, although it may be sent. */
  readonly isOffForms?: boolean
}

export interface LineField extends FieldOfAnyKind {
  readonly kind: 'line'
  /** Characters; 1024 unless told otherwise. */
  readonly maxLength?: number
  /** Only ASCII characters. */
  readonly ascii?: boolean
  /** Where a link leads: a path or an address of the web, but nothing that a browser would run. */
  readonly isAddress?: boolean
  /** An empty text is kept as null. */
  readonly emptyIsNull?: boolean
}
export interface TextField extends FieldOfAnyKind {
  readonly kind: 'text'
  /** Characters; 10,000 unless told otherwise. */
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
/** One token of a vocabulary. */
export interface ChoiceField extends FieldOfAnyKind {
  readonly kind: 'choice'
  readonly vocabulary: string
  /** Payloads carry the token itself where others carry `{title, token}`. */
  readonly bare?: boolean
}
/** Several tokens of a vocabulary; their order is the vocabulary's. */
export interface SetField extends FieldOfAnyKind {
  readonly kind: 'set'
  readonly vocabulary: string
}
/** Lines of text, in the order in which they were sent. */
export interface ListField extends FieldOfAnyKind {
  readonly kind: 'list'
  /** Lines; 10,000 unless told otherwise. */
  readonly maxEntries?: number
  /** A vocabulary whose terms forms suggest. */
  readonly suggestions?: string
  /** Characters of a line; 1024 unless told otherwise. */
  readonly maxLength?: number
}
/** Addresses with titles, as `{'@id', title}`: of the web, or paths of the site. */
export interface LinksField extends FieldOfAnyKind {
  readonly kind: 'links'
  /** One address as a text is kept as it is. */
  readonly mayBeText?: boolean
}
/** One object of the site, by its UID. */
export interface RelationField extends FieldOfAnyKind {
  readonly kind: 'relation'
  /** Types that may be named; any when it is left out. */
  readonly types?: readonly string[]
}
/** Several objects of the site, by their UIDs, in the order in which they were sent. */
export interface RelationsField extends FieldOfAnyKind {
  readonly kind: 'relations'
  readonly types?: readonly string[]
}
/**
 * Rows of a table. Every row has an `id`; one that comes without gets a new one (`generated`), is refused (`required`),
 * or gets the one that a function derives from it.
 */
export interface RowsField extends FieldOfAnyKind {
  readonly kind: 'rows'
  readonly columns: readonly Field[]
  readonly rowIds: 'generated' | 'required' | ((row: JsonObject) => string)
  /** Whether rows keep the `@id` that they come with; it is their id otherwise. */
  readonly keepsRowKeys?: boolean
  /** The choice among the columns whose title is sent as the row's own. */
  readonly titledBy?: string
}
/**
 * What voters of a poll choose from, as `{description, option_id}`: a text of 1 to 1024 characters, and an integer by
 * which votes know the option whatever becomes of its place and its wording.
 */
export interface OptionsField extends FieldOfAnyKind {
  readonly kind: 'options'
}
/** Any JSON object, as editors of page blocks keep it. */
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

/** A rule between several fields. It is asked when one of them changes. */
export interface Invariant {
  readonly fields: readonly string[]
  /** Why the values, those of the whole object, do not fit together; null when they do. */
  problem(values: Readonly<Record<string, JsonValue | undefined>>): Message | null
}

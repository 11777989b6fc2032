import type { TitledLink, TitledTerm } from './terms.js'

type AnyControl = {
  /** The name in the form body, such as `field.title`, or `field.tracks.0.color` for a column of a row. */
  readonly name: string
  /** The label, in the language of the request. */
  readonly title: string
  /** The help text. Empty if the control has no help text. */
  readonly description: string
  readonly required: boolean
  /** The reason why the value was refused. Absent if the value was not refused. */
  readonly problem?: string
  /**
   * The value that another editor has saved in the meantime, as text. Absent if this value is equal to the value of the
   * control.
   */
  readonly other?: string
}

/** A control whose value is one string. */
export type TextControl = AnyControl & {
  readonly kind: 'line' | 'email' | 'url' | 'color' | 'password' | 'text' | 'richText' | 'json' | 'integer'
  readonly value: string
  /** The maximum number of characters. */
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  /**
   * The names of the blocks that a user cannot edit, if the value is the HTML of the blocks on a page. In this HTML, an
   * empty element with `data-block` represents such a block.
   */
  readonly blocks?: readonly string[]
}

/** A date and a time of day in a time zone, such as `2027-06-17T09:30`. */
export type InstantControl = AnyControl & {
  readonly kind: 'instant'
  readonly value: string
  /** The IANA name of the time zone. */
  readonly zone: string
}

/**
 * A checkbox. The form body contains the name with an empty value and, if the checkbox is selected, also with the value
 * `true`.
 */
export type BooleanControl = AnyControl & { readonly kind: 'boolean'; readonly value: boolean }

/**
 * One or several terms of a vocabulary. The form body contains the name with an empty value, and with the token of each
 * selected term.
 */
export type TermsControl = AnyControl & {
  readonly kind: 'choice' | 'set'
  readonly values: readonly string[]
  readonly terms: readonly TitledTerm[]
}

/** Several strings, one in each line. */
export type LinesControl = AnyControl & {
  readonly kind: 'lines' | 'links'
  readonly value: string
  /** The values that the form suggests. Absent if the form suggests no values. */
  readonly suggestions?: readonly string[]
}

/** An object to which a relation refers. */
export type RelationTarget = {
  readonly UID: string
  readonly '@id': string
  readonly '@type': string
  readonly title: string
}

/**
 * One or several objects of this site. The form body contains the name with an empty value, and with the UID of each
 * object.
 */
export type RelationsControl = AnyControl & {
  readonly kind: 'relation' | 'relations'
  readonly targets: readonly RelationTarget[]
  /** The possible types of targets. Absent if all types are possible. */
  readonly types?: readonly string[]
  /** The words of the last search. */
  readonly query: string
  /** The objects that the last search found, without those that are already targets. */
  readonly results: readonly RelationTarget[]
}

/**
 * The rows of a table. The form body contains the name with an empty value, and with the key of each row, in the order
 * of the rows.
 */
export type RowsControl = AnyControl & {
  readonly kind: 'rows'
  readonly rows: readonly FormRow[]
  /** An empty row in which the user can enter a new row. If it remains empty, it is not stored. */
  readonly blank: FormRow
}

export type FormRow = {
  /** The number of the row in the stored value, or a higher number for a new row. */
  readonly key: string
  readonly controls: readonly FormControl[]
}

export type StoredFileLink = {
  readonly filename: string
  /** The size in bytes. */
  readonly size: number
  readonly '@id': string
  /** The URL of a small version of the image. Null for files that are not images. */
  readonly preview: string | null
}

/** An uploaded file that is stored until the form is saved. */
export type PendingFile = {
  readonly id: string
  /** The size in bytes. */
  readonly size: number
}

/**
 * A file. The form body contains the name with an empty value, with the value `remove`, or with a file that replaces
 * the stored file. The value `pending-` and an id names a file that was uploaded earlier, and `unused` discards it.
 */
export type FileControl = AnyControl & {
  readonly kind: 'file' | 'image'
  /** The stored file. Null if no file is stored. */
  readonly file: StoredFileLink | null
  readonly isRemoved: boolean
  /** The name of the file in a form that was refused. Absent if the form contained no file. */
  readonly upload?: string
  /**
   * The uploaded file that is stored until the form is saved. Absent if `upload` is absent, or if the file could not be
   * stored, so that the user must choose it again.
   */
  readonly pending?: PendingFile
}

/**
 * A field of an HTML form with the value that the form shows. Forms refer to a control by its `name`. If a form does
 * not send the name, the value remains unchanged.
 */
export type FormControl =
  | TextControl
  | InstantControl
  | BooleanControl
  | TermsControl
  | LinesControl
  | RelationsControl
  | RowsControl
  | FileControl

/** A section of a form. */
export type FormSection = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly controls: readonly FormControl[]
}

/** `GET {path}/@@add?type={type}` and `GET {path}/@@edit`: a form with its values (docs/editing.md). */
export type ContentFormPayload = {
  readonly '@type': string
  /** The title of the type. */
  readonly type_title: string
  /** The title of the object. Empty for a new object. */
  readonly title: string
  /** The signed revision of the object, which the form sends as `revision`. Null for a new object. */
  readonly revision: string | null
  readonly sections: readonly FormSection[]
}

/** `GET {path}/@@delete`: an object that a user is about to delete (docs/editing.md, Delete). */
export type DeleteFormPayload = {
  readonly '@type': string
  /** The title of the type. */
  readonly type_title: string
  readonly title: string
  /** The signed revision of the object, which the form sends as `revision`. */
  readonly revision: string
  /** The number of objects below this object that the caller can view. */
  readonly items_total: number
  /** The objects that the caller can view and that refer to this object or to objects below it. */
  readonly breaches: readonly TitledLink[]
}

import type { TitledLink, TitledTerm } from './terms.js'

type AnyControl = {
  /**
   * The name of the control in the form body, such as `field.title`, or `field.tracks.0.color` for a column of a row.
   */
  readonly name: string
  /** The label of the control, in the language of the request. */
  readonly title: string
  /** The help text of the control, or an empty string if there is none. */
  readonly description: string
  readonly required: boolean
  /** The reason why the value was refused. The key is omitted if the value was not refused. */
  readonly problem?: string
  /**
   * The value that another editor has saved in the meantime, as a string. The key is omitted if this value equals the
   * value of the control.
   */
  readonly other?: string
}

/** A control whose value is a single string. */
export type TextControl = AnyControl & {
  readonly kind: 'line' | 'email' | 'url' | 'color' | 'password' | 'text' | 'richText' | 'json' | 'integer'
  readonly value: string
  readonly maxLength?: number
  readonly min?: number
  readonly max?: number
  /**
   * The names of the blocks that a user cannot edit. In the value, an empty element with `data-block` represents each
   * of these blocks. The key is omitted unless the value is the HTML of a page's blocks.
   */
  readonly blocks?: readonly string[]
}

/** A control for a date and time in a time zone. The value has the format `2027-06-17T09:30`. */
export type InstantControl = AnyControl & {
  readonly kind: 'instant'
  readonly value: string
  /** The IANA name of the time zone. */
  readonly zone: string
}

/**
 * A checkbox. The form body contains the name once with an empty value and, if the checkbox is selected, again with the
 * value `true`.
 */
export type BooleanControl = AnyControl & { readonly kind: 'boolean'; readonly value: boolean }

/**
 * A control with which users select one or more terms of a vocabulary. The form body contains the name once with an
 * empty value, and once with the token of each selected term.
 */
export type TermsControl = AnyControl & {
  readonly kind: 'choice' | 'set'
  readonly values: readonly string[]
  readonly terms: readonly TitledTerm[]
}

/** A control for a list of strings, one per line. */
export type LinesControl = AnyControl & {
  readonly kind: 'lines' | 'links'
  readonly value: string
  /** The values that the form suggests. The key is omitted if there are no suggestions. */
  readonly suggestions?: readonly string[]
}

/** The target of a relation. */
export type RelationTarget = {
  readonly UID: string
  readonly '@id': string
  readonly '@type': string
  readonly title: string
}

/**
 * A control with which users select one or more objects of this site. The form body contains the name once with an
 * empty value, and once with the UID of each object.
 */
export type RelationsControl = AnyControl & {
  readonly kind: 'relation' | 'relations'
  readonly targets: readonly RelationTarget[]
  /** The ids of the types that targets can have. The key is omitted if all types are allowed. */
  readonly types?: readonly string[]
  /** The last string with which the user searched for targets. */
  readonly query: string
  /** The objects that the last search found, except for the current targets. */
  readonly results: readonly RelationTarget[]
}

/**
 * A control for the rows of a table. The form body contains the name once with an empty value, and once with the key of
 * each row, in the order of the rows.
 */
export type RowsControl = AnyControl & {
  readonly kind: 'rows'
  readonly rows: readonly FormRow[]
  /** An empty row for new values. If the row remains empty, it is not stored. */
  readonly blank: FormRow
}

export type FormRow = {
  /** The index of the row in the stored value, or a higher number for a new row. */
  readonly key: string
  readonly controls: readonly FormControl[]
}

export type StoredFileLink = {
  readonly filename: string
  /** The size of the file in bytes. */
  readonly size: number
  readonly '@id': string
  /** The URL of a small version of the image, or null if the file is not an image. */
  readonly preview: string | null
}

/** An uploaded file that is stored until the form is saved. */
export type PendingFile = {
  readonly id: string
  /** The size of the file in bytes. */
  readonly size: number
}

/**
 * A control for a file. In the form body, its value is an empty string, `remove`, or a file that replaces the stored
 * file. The value `pending-` followed by an id refers to an uploaded file, and the value `unused` discards the uploaded
 * file.
 */
export type FileControl = AnyControl & {
  readonly kind: 'file' | 'image'
  readonly file: StoredFileLink | null
  readonly isRemoved: boolean
  /** The name of the file that a refused form contained. The key is omitted if the form contained no file. */
  readonly upload?: string
  /**
   * The uploaded file that is stored until the form is saved. The key is omitted if the form contained no file, or if
   * the file could not be stored and the user must select it again.
   */
  readonly pending?: PendingFile
}

/**
 * A control of an HTML form, with the value that the form shows. `name` identifies the control. If the form body does
 * not contain the name, the value remains unchanged.
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

export type FormSection = {
  readonly id: string
  readonly title: string
  readonly description: string
  readonly controls: readonly FormControl[]
}

/** The response to `GET {path}/@@add?type={type}` and `GET {path}/@@edit`: a form with its values (docs/editing.md). */
export type ContentFormPayload = {
  readonly '@type': string
  readonly type_title: string
  /** The title of the object, or an empty string for a new object. */
  readonly title: string
  /**
   * The signed revision of the object, which the form must submit as `revision`. The value is null for a new object.
   */
  readonly revision: string | null
  /**
   * The URL of the nearest container to which the caller may add images: the object itself, or else the closest object
   * above it. The value is null if there is no such container.
   */
  readonly image_container: string | null
  readonly sections: readonly FormSection[]
}

/** The response to `GET {path}/@@delete`: an object that the user may delete (docs/editing.md, Delete). */
export type DeleteFormPayload = {
  readonly '@type': string
  readonly type_title: string
  readonly title: string
  /** The signed revision of the object, which the form must submit as `revision`. */
  readonly revision: string
  /** The number of descendants that the caller can view. */
  readonly items_total: number
  /**
   * The first 100 objects that refer to this object or its descendants, except for objects that the caller cannot view.
   */
  readonly breaches: readonly TitledLink[]
}

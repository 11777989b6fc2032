import type { Form } from './formAction.js'
import { only } from './readForm.js'

/** The body and the files of a form, for the operations that read forms. */
export const sentIn = ({ fields, files }: Form) => ({ body: fields, files: files.byName })

/** The only value of a field, or an empty string. */
export const textIn = ({ fields }: Form, name: string): string => only(fields, name) ?? ''

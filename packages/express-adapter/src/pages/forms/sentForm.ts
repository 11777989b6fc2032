import type { Form } from './formAction.js'
import { only } from './readForm.js'

export const sentIn = ({ fields, files }: Form) => ({ body: fields, files: files.byName })

/** Returns the only value of a field, or an empty string if the field is missing. */
export const textIn = ({ fields }: Form, name: string): string => only(fields, name) ?? ''

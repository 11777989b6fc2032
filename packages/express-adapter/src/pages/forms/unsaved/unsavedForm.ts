import { DomainError, isJsonObject, isRestorableForm, locate, message, parseJson, type Site } from '@plenum/core'
import { maxBytes } from '../../../guards/bodies/bodySizes.js'
import type { Form } from '../formAction.js'
import { noFiles } from '../formFiles.js'
import type { FormFields, FormLimits } from '../readForm.js'

/**
 * A form that was not saved because its sender's session had ended. The login page contains the values of the form.
 */
export interface UnsavedForm {
  readonly action: string
  readonly path: string
  readonly fields: FormFields
}

/** The name of the field in the login form that contains the unsaved form as JSON. */
export const unsavedName = 'unsaved'

/** The name of the field that contains the id of the user to whom the page with the form was sent. */
const senderName = 'sender'

/** The maximum size of the unsaved values in JSON, in bytes. */
const maxUnsaved = 256 * 1024

/**
 * The limits of the login form, which take into account that URL encoding makes the unsaved values up to three times as
 * long.
 */
export const loginLimits: FormLimits = { fields: maxBytes, files: null }

/**
 * The fields that are not preserved: fields that do not belong to the content of the form, and buttons that change the
 * form.
 */
const omitted: ReadonlySet<string> = new Set(['token', 'came_from', 'change', 'unlock'])

const isPassword = (name: string): boolean => /password|repeated/i.test(name)

/**
 * Returns the values of a form as JSON, for the login page. Passwords are omitted. Returns null if the JSON is too
 * long, or if the form does not name its sender, because only the sender may see the values.
 */
export function unsavedValues({ action, path, fields }: UnsavedForm): string | null {
  if ((fields.get(senderName)?.length ?? 0) !== 1) return null
  const values = [...fields].filter(([name]) => !omitted.has(name) && !isPassword(name))
  const json = JSON.stringify({ action, path, fields: values })
  return Buffer.byteLength(json) > maxUnsaved ? null : json
}

/** Parses the JSON that `unsavedValues` returned. Returns null for any other value. */
function unsavedForm(json: string): UnsavedForm | null {
  const { action, path, fields } = objectIn(json)
  if (typeof action !== 'string' || !isRestorableForm(action) || typeof path !== 'string' || !Array.isArray(fields))
    return null
  const location = locate(path)
  if (location.kind !== 'resource' || location.view !== null) return null
  const entries = fields.flatMap(entry => {
    const [name, values] = Array.isArray(entry) ? entry : []
    const isField =
      typeof name === 'string' && Array.isArray(values) && values.every(value => typeof value === 'string')
    return isField ? [[name, values.map(String)] as const] : []
  })
  return { action, path: location.path, fields: new Map(entries) }
}

function objectIn(json: string) {
  try {
    const value = parseJson(json)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}

/**
 * Returns the unsaved form in a login form, for the user who has logged in. Returns null if the login form contains
 * no unsaved form, or if another user sent it.
 */
export async function unsavedFormIn(
  { exchange, fields, context }: Form,
  { site, token }: { readonly site: Pick<Site, 'memberWithToken'>; readonly token: string },
): Promise<(Form & { readonly action: string }) | null> {
  const [json = ''] = fields.get(unsavedName) ?? []
  const unsaved = json === '' ? null : unsavedForm(json)
  const caller = unsaved && (await site.memberWithToken(token))
  if (!caller || unsaved.fields.get(senderName)?.[0] !== caller.id) return null
  const at = { ...context, caller, path: unsaved.path, uploads: noFiles.uploads }
  return { exchange, fields: unsaved.fields, files: noFiles, context: at, action: unsaved.action }
}

/** The error that is shown above the restored values. */
export const notSaved = (): DomainError => new DomainError('unauthorized', message('form.not-saved'))

import { DomainError, type FormFile, message, type PageSubject } from '@plenum/core'
import type { FormControl, FormSection } from '@plenum/core/answers'
import { ok } from '../../exchange/reply.js'
import type { IncomingBody } from '../../guards/bodies/incomingBody.js'
import { type Action, type Form, run } from './formAction.js'

/** The maximum number of pending uploads in a form, which equals the maximum for a user. */
const maxPending = 20

/**
 * Adds the pending uploads in a form to its files, and deletes pending uploads that the user has discarded or
 * replaced. The bytes are read only if the form is to be saved. References to other files are ignored.
 */
export async function withPendingFiles(form: Form, incoming: IncomingBody): Promise<Form> {
  const named = form.context.caller.kind === 'member' ? pendingIds(form) : []
  if (named.length === 0) return form
  const byName = new Map(form.files.byName)
  const uploads = new Map(form.files.uploads)
  const change = form.fields.get('change')?.[0]
  for (const { name, id, isUnused } of named) {
    if (isUnused) await run(form, 'dropUpload', () => ({ id }))
    const upload = isUnused ? null : await run(form, 'findUpload', () => ({ id }))
    if (!upload) continue
    const { filename, contentType, size } = upload
    if (change === undefined || change === 'enter') {
      await incoming.reserve(size)
      const bytes = await run(form, 'readPendingUpload', () => ({ id }))
      if (!bytes) continue
      uploads.set(id, { ...upload, bytes })
    }
    byName.set(name, { filename, 'content-type': contentType, data: id, pending: { id, size } })
  }
  return { ...form, files: { byName, uploads }, context: { ...form.context, uploads } }
}

interface NamedUpload {
  readonly name: string
  readonly id: string
  readonly isUnused: boolean
}

const pendingIds = ({ fields, files }: Form): readonly NamedUpload[] =>
  [...fields]
    .filter(([name]) => name.startsWith('field.'))
    .flatMap(([name, values]) => {
      const id = values.map(value => /^pending-(\w{1,64})$/.exec(value)?.[1]).find(Boolean)
      return id ? [{ name, id, isUnused: values.includes('unused') || files.byName.has(name) }] : []
    })
    .slice(0, maxPending)

/**
 * Stores the new files of a form that is shown again, so that the user does not have to choose them again. `show`
 * creates the page from the form with the stored files.
 */
export async function withStoredFiles(
  form: Form,
  subject: PageSubject,
  show: (form: Form) => Promise<PageSubject>,
): Promise<PageSubject> {
  const names = new Set(
    controlsOf(subject)
      .filter(isNewFile)
      .map(({ name }) => name),
  )
  if (names.size === 0 || form.context.caller.kind !== 'member') return subject
  const byName = new Map<string, FormFile>()
  const operation = subject.view === 'user' ? 'keepPortrait' : 'keepUpload'
  for (const [name, file] of form.files.byName)
    byName.set(name, names.has(name) ? await storedFile(form, file, operation) : file)
  return show({ ...form, files: { ...form.files, byName } })
}

async function storedFile(form: Form, file: FormFile, operation: 'keepPortrait' | 'keepUpload'): Promise<FormFile> {
  // If the file cannot be stored, the user has to choose it again.
  const upload = await run(form, operation, () => ({ file })).catch(() => null)
  return upload ? { ...file, pending: { id: upload.id, size: upload.size } } : file
}

const isNewFile = (control: FormControl): boolean =>
  (control.kind === 'file' || control.kind === 'image') && control.upload !== undefined && !control.pending

const controlsOf = (subject: PageSubject): readonly FormControl[] =>
  sectionsOf(subject).flatMap(({ controls }) => controls)

function sectionsOf({ view, answer }: PageSubject): readonly FormSection[] {
  if (view === 'add' || view === 'edit') return answer.form.sections
  if (view === 'panel' || view === 'setup') return answer.sections
  return view === 'user' ? answer.profile : []
}

/** Deletes the pending uploads of a form that has been saved. If this fails, the uploads expire. */
export async function dropPendingFiles(form: Form): Promise<void> {
  for (const { pending } of form.files.byName.values())
    if (pending) await run(form, 'dropUpload', () => ({ id: pending.id })).catch(() => null)
}

/** Stores a file that a script uploads before the form is sent. */
export const upload: Action = async form => {
  const [file, ...others] = form.files.byName.values()
  if (!file || others.length > 0) throw new DomainError('bad-request', message('form.one-file'))
  const stored = await run(form, 'keepUpload', () => ({ file }))
  if (!stored) throw new DomainError('busy', message('form.no-room'))
  const { id, filename, size } = stored
  return { reply: ok({ id, filename, size }) }
}

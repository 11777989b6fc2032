import {
  type AnswerOf,
  DomainError,
  type InputOf,
  message,
  type PageSubject,
  rootPath,
  type Translate,
  urlOf,
} from '@plenum/core'
import type { ProgrammeImportPreview, ProgrammeImportValues } from '@plenum/core/answers'
import { type Action, atRoot, type Form, type FormAction, type FormOutcome, run, textIn } from './formAction.js'

type Reading = Extract<AnswerOf<'readProgramme'>, { readonly ok: true }>

/**
 * Previews an import, or imports the programme that was previewed. If the file at a URL has changed since the preview,
 * shows a new preview (docs/schedule.md, Import in the browser).
 */
export const importProgramme: FormAction = {
  admits: 'getProgrammeImport',
  isLarge: true,
  act: async form => {
    const values = valuesIn(form)
    const reading = await run(form, 'readProgramme', () => sourceOf(values))
    if (!reading.ok) return { subject: await subjectOf(form, values, { problems: reading.problems }), status: 400 }
    const isShown = 'url' in sourceOf(values) ? textIn(form, 'digest') === reading.digest : true
    if (textIn(form, 'step') === 'import' && isShown) return importNow(form, values, reading)
    const report = await importInto(form, values, reading, true)
    const preview = previewOf(form, reading, report)
    return { subject: await subjectOf(form, values, { preview }), status: 200 }
  },
  showAgain: (form: Form, error: DomainError, translate: Translate) =>
    subjectOf(form, valuesIn(form), { problems: [translate(error.reason)] }),
}

export const removeExamples: Action = async form => {
  const { base, path } = form.context
  await run(atRoot(form), 'removeExamples', () => ({ title: 'Site' }))
  return { redirect: `${urlOf(base, path)}/@@import-programme` }
}

function valuesIn(form: Form): ProgrammeImportValues {
  const { fields } = form
  const text = fileIn(form) || textIn(form, 'text')
  return {
    ...{ url: textIn(form, 'url').trim(), text, timezone: textIn(form, 'timezone').trim() },
    ...{ retract: fields.has('retract'), replace: fields.has('replace') },
  }
}

/**
 * Returns the uploaded file as a string, or an empty string if no file was uploaded. Throws a DomainError `bad-request`
 * if the file is not valid UTF-8.
 */
function fileIn({ files, context }: Form): string {
  const file = files.byName.get('file')
  if (!file) return ''
  const bytes = context.uploads?.get(file.data)?.bytes ?? Buffer.from(file.data, 'base64')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw refusal('import.not-text')
  }
}

const refusal = (id: 'import.not-text' | 'import.one-source'): DomainError =>
  new DomainError('bad-request', message(id))

/** The maximum length of an imported file, in UTF-8 bytes. The preview page contains the file as a form field. */
const maxText = 1_000_000

function sourceOf({ url, text, timezone }: ProgrammeImportValues): InputOf<'readProgramme'> {
  if ((url === '') === (text.trim() === '')) throw refusal('import.one-source')
  if (Buffer.byteLength(text) > maxText)
    throw new DomainError('bad-request', message('import.long-text', { limit: maxText / 1_000_000 }))
  return { ...(url === '' ? { text } : { url }), ...(timezone === '' ? {} : { timezone }) }
}

async function importNow(form: Form, values: ProgrammeImportValues, reading: Reading): Promise<FormOutcome> {
  await importInto(form, values, reading, false)
  return { redirect: `${urlOf(form.context.base, form.context.path)}/@schedule` }
}

function importInto(form: Form, values: ProgrammeImportValues, reading: Reading, isDry: boolean) {
  const { path, caller } = form.context
  const { url, retract: retractMissing, replace: replaceEvent } = values
  const { programme, etag } = reading
  return run(atRoot(form), 'importProgramme', () => ({
    ...{ programme, retractMissing, replaceEvent, isDry, author: caller.kind === 'member' ? caller.id : '' },
    ...(path === rootPath ? {} : { eventPath: path }),
    ...(url === '' || etag === null ? {} : { source: { url, etag } }),
  }))
}

type Result = { readonly problems: readonly string[] } | { readonly preview: ProgrammeImportPreview }

async function subjectOf(form: Form, values: ProgrammeImportValues, result: Result): Promise<PageSubject> {
  const answer = await run(form, 'getProgrammeImport', () => undefined)
  return { view: 'importProgramme', answer: { ...answer, values, ...result } }
}

function previewOf(
  { context: { base } }: Form,
  { programme, digest }: Reading,
  report: AnswerOf<'importProgramme'>,
): ProgrammeImportPreview {
  const { title, timezone, sessions, unknownTypes } = programme
  const { created, updated, unchanged, retracted, missing, edited, differences } = report
  const linked = <Item extends { readonly path: string }>({ path, ...item }: Item) => ({
    '@id': urlOf(base, path),
    ...item,
  })
  return {
    ...{ title, timezone, sessions: sessions.length, unknown_types: unknownTypes, digest },
    ...{ created, updated, unchanged, retracted, differences },
    ...{ missing: missing.map(linked), edited: edited.map(linked) },
  }
}

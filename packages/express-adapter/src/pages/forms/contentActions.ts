import {
  type DeleteReading,
  DomainError,
  type FormReading,
  message,
  type PageSubject,
  rootPath,
  type Translate,
  urlOf,
  withOtherValues,
  withProblems,
} from '@plenum/core'
import type { ContentFormPayload } from '@plenum/core/answers'
import { type Form, type FormAction, type FormOutcome, run, sentIn, textIn } from './formAction.js'
import { acceptable } from './formProblems.js'
import { only } from './readForm.js'

export const add: FormAction = {
  admits: 'getAddForm',
  isLarge: true,
  act: async form => {
    const reading = await addForm(form)
    const { form: shown, changed } = reading
    if (changed !== null) return draft({ view: 'add', answer: { form: shown, changed } })
    const { input } = acceptable(reading)
    const body = { ...input, '@type': textIn(form, 'type') }
    const { content } = await run(form, 'addContent', () => body)
    return { redirect: content['@id'] }
  },
  showAgain: async (form, error, translate) => ({
    view: 'add',
    answer: answerWith(await addForm(form), error, translate),
  }),
}

export const edit: FormAction = {
  admits: 'getEditForm',
  isLarge: true,
  act: async form => {
    const reading = await editForm(form)
    const { changed } = reading
    if (changed !== null) return draft({ view: 'edit', answer: { form: seenForm(form, reading), changed } })
    const { input, seenRevision } = acceptable(reading)
    if (seenRevision === null) throw new DomainError('bad-request', message('form.token'))
    if (only(form.fields, 'unlock') === 'true') await run(form, 'unlockContent', () => ({ force: true }))
    const context = { ...form.context, expectedRevisions: [seenRevision] }
    const edited = await run({ ...form, context }, 'editContent', () => ({ body: input, representation: true }))
    return { redirect: edited?.content['@id'] ?? '' }
  },
  showAgain: async (form, error, translate) => {
    const reading = await editForm(form)
    if (error.code === 'precondition-failed') return changedPage(form, reading, translate)
    const answer = answerWith({ ...reading, form: seenForm(form, reading) }, error, translate)
    if (error.reason.id !== 'lock.token') return { view: 'edit', answer }
    const problems = [translate({ ...error.reason, id: 'form.locked' })]
    return { view: 'edit', answer: { ...answer, problems, conflict: 'locked' } }
  },
}

/**
 * Returns a page that shows the entered values next to the values that another editor has saved. When the user sends
 * this form, the change is based on the saved values.
 */
async function changedPage(form: Form, { form: entered }: FormReading, translate: Translate): Promise<PageSubject> {
  const { form: stored } = await run(form, 'getEditForm', () => ({ body: null }))
  const sections = withOtherValues(entered.sections, stored.sections)
  const problems = [translate(message('form.conflict'))]
  return { view: 'edit', answer: { form: { ...stored, sections }, problems, conflict: 'changed' } }
}

export const remove: FormAction = {
  admits: 'getDeleteForm',
  isLarge: false,
  act: async form => {
    const { form: shown, seenRevision } = await deleteForm(form)
    if (seenRevision === null) throw new DomainError('bad-request', message('form.token'))
    const confirmed = only(form.fields, 'contents') ?? '0'
    if (Number(confirmed) !== shown.items_total)
      throw new DomainError('bad-request', message('form.contents', { count: shown.items_total }))
    const { base, path } = form.context
    const context = { ...form.context, expectedRevisions: [seenRevision] }
    await run({ ...form, context }, 'deleteContent', () => undefined)
    return { redirect: urlOf(base, path.slice(0, path.lastIndexOf('/')) || rootPath) }
  },
  showAgain: async (form, { reason }, translate) => ({
    view: 'delete',
    answer: { form: (await deleteForm(form)).form, problems: [translate(reason)] },
  }),
}

const deleteForm = (form: Form): Promise<DeleteReading> => run(form, 'getDeleteForm', () => ({ body: form.fields }))

const draft = (subject: PageSubject): FormOutcome => ({ subject, status: 200 })

/**
 * Returns the form with the revision that the user last saw, so that changes by another user since then are still
 * detected.
 */
const seenForm = (form: Form, { form: shown }: FormReading): ContentFormPayload => ({
  ...shown,
  revision: only(form.fields, 'revision') ?? null,
})

const addForm = (form: Form): Promise<FormReading> =>
  run(form, 'getAddForm', () => ({ type: textIn(form, 'type'), ...sentIn(form) }))

const editForm = (form: Form): Promise<FormReading> => run(form, 'getEditForm', () => sentIn(form))

function answerWith(
  { form }: FormReading,
  { details, reason }: DomainError,
  translate: Translate,
): Extract<PageSubject, { readonly view: 'edit' }>['answer'] {
  const { problems = [] } = details
  const { sections, others } = withProblems(form.sections, problems, translate)
  return { form: { ...form, sections }, problems: problems.length === 0 ? [translate(reason)] : others }
}

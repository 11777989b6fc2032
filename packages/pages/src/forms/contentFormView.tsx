import { type HtmlPage, type PageOf, urlOf } from '@plenum/core'
import type { ContentFormPayload } from '@plenum/core/answers'
import { PostForm } from '../frame/postForm.js'
import { say } from '../say.js'
import { FormProblems, FormSections } from './formSections.js'

export function AddView({ page }: { page: PageOf<'add'> }) {
  const { form } = page.answer
  return (
    <ContentForm page={page} heading={say(page, 'page.add-title', { type: form.type_title })}>
      <input type="hidden" name="type" value={form['@type']} />
    </ContentForm>
  )
}

export function EditView({ page }: { page: PageOf<'edit'> }) {
  const { form } = page.answer
  const title = form.title || form.type_title
  return (
    <ContentForm page={page} heading={say(page, 'page.edit-title', { title })}>
      {form.revision !== null && <input type="hidden" name="revision" value={form.revision} />}
    </ContentForm>
  )
}

type ContentFormProps = {
  readonly page: PageOf<'add' | 'edit'>
  readonly heading: string
  readonly children: preact.ComponentChildren
}

function ContentForm({ page, heading, children }: ContentFormProps) {
  const { form, changed, problems } = page.answer
  return (
    <article class="form-page">
      <h1>{heading}</h1>
      <FormProblems page={page} sections={form.sections} problems={problems} />
      <PostForm page={page} action={page.view} class="content-form" isChecked={false} hasFiles={hasFiles(form)}>
        {/* The Enter key activates the first button in a form, so this hidden button must save the form. */}
        <button type="submit" name="change" value="enter" class="first-button" tabIndex={-1} aria-hidden="true">
          {say(page, 'page.save')}
        </button>
        {children}
        {page.answer.conflict === 'locked' && (
          <label class="confirmed">
            <input type="checkbox" name="unlock" value="true" />
            <span>{say(page, 'page.form-unlock')}</span>
          </label>
        )}
        <FormSections page={page} sections={form.sections} changed={changed} />
        <Buttons page={page} />
      </PostForm>
    </article>
  )
}

const hasFiles = ({ sections }: ContentFormPayload): boolean =>
  sections.some(({ controls }) => controls.some(({ kind }) => kind === 'file' || kind === 'image'))

function Buttons({ page }: { page: HtmlPage }) {
  return (
    <div class="form-buttons">
      <button type="submit">{say(page, 'page.save')}</button>
      <a class="button quiet" href={urlOf(page.base, page.path)}>
        {say(page, 'page.keep')}
      </a>
    </div>
  )
}

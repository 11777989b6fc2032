import { type PageOf, urlOf } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { FormProblems } from '../forms/formSections.js'
import { Confirmation } from '../frame/confirmation.js'
import { PostForm } from '../frame/postForm.js'
import { say } from '../say.js'
import { ProgrammePreview } from './programmePreview.js'

type ImportPage = PageOf<'importProgramme'>

/** Renders `@@import-programme`: the form to import a programme, or the preview of an import. */
export function ProgrammeImportView({ page }: { page: ImportPage }) {
  const { preview, is_available: isAvailable, problems } = page.answer
  return (
    <article class="narrow">
      <PageHeader
        title={say(page, 'page.step-import')}
        lead={say(page, preview ? 'page.import-preview-lead' : 'page.import-lead')}
      />
      <FormProblems page={page} sections={[]} problems={problems} />
      {!isAvailable && <p class="notice">{say(page, 'import.unavailable')}</p>}
      <Demonstration page={page} />
      {preview ? <ProgrammePreview page={page} preview={preview} /> : <SourceForm page={page} />}
    </article>
  )
}

/**
 * Renders a notice that offers to remove the demonstration, so that its content is not mixed with the imported
 * programme.
 */
function Demonstration({ page }: { page: ImportPage }) {
  const { examples } = page.answer
  if (examples === 0 || page.answer.preview) return null
  const label = say(page, 'page.import-remove-demo')
  return (
    <section class="notice">
      <p>{say(page, 'page.import-demo', { count: examples })}</p>
      <Confirmation
        page={page}
        id="demonstration"
        label={label}
        effect={say(page, 'page.import-remove-demo-effect', { count: examples })}
      >
        <PostForm page={page} action="removeExamples">
          <button type="submit" class="danger">
            {label}
          </button>
        </PostForm>
      </Confirmation>
    </section>
  )
}

function SourceForm({ page }: { page: ImportPage }) {
  const { url = '', text = '', timezone = '' } = page.answer.values ?? {}
  return (
    <PostForm page={page} action="importProgramme" class="content-form" isChecked={false} hasFiles>
      <input type="hidden" name="step" value="check" />
      <div class="controls">
        <Field name="url" label={say(page, 'page.import-url')} help={say(page, 'page.import-url-help')}>
          <input id="import-url" name="url" type="url" value={url} aria-describedby="import-url-help" />
        </Field>
        <Field name="file" label={say(page, 'page.import-file')} help={say(page, 'page.import-file-help')}>
          <input id="import-file" name="file" type="file" accept=".json,.xml" aria-describedby="import-file-help" />
        </Field>
        <Field name="text" label={say(page, 'page.import-text')} help={say(page, 'page.import-text-help')}>
          <textarea id="import-text" name="text" rows={6} spellcheck={false} aria-describedby="import-text-help">
            {text}
          </textarea>
        </Field>
        <Field name="timezone" label={say(page, 'page.import-timezone')} help={say(page, 'page.import-timezone-help')}>
          <input id="import-timezone" name="timezone" value={timezone} aria-describedby="import-timezone-help" />
        </Field>
        <Choices page={page} />
      </div>
      <div class="form-buttons still">
        <button type="submit">{say(page, 'page.import-check')}</button>
        <a class="button quiet" href={`${urlOf(page.base, page.path)}`}>
          {say(page, 'page.keep')}
        </a>
      </div>
    </PostForm>
  )
}

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly help: string
  readonly children: preact.ComponentChildren
}

function Field({ name, label, help, children }: FieldProps) {
  return (
    <div class="control">
      <label for={`import-${name}`}>{label}</label>
      <p class="help" id={`import-${name}-help`}>
        {help}
      </p>
      {children}
    </div>
  )
}

function Choices({ page }: { page: ImportPage }) {
  const { retract = false, replace = false } = page.answer.values ?? {}
  return (
    <>
      <label class="confirmed">
        <input type="checkbox" name="retract" value="true" checked={retract} />
        <span>{say(page, 'page.import-retract')}</span>
      </label>
      <label class="confirmed">
        <input type="checkbox" name="replace" value="true" checked={replace} />
        <span>{say(page, 'page.import-replace')}</span>
      </label>
    </>
  )
}

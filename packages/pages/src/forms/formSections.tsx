import type { HtmlPage } from '@plenum/core'
import type { FormControl, FormSection } from '@plenum/core/answers'
import { PostForm, type PostFormProps } from '../frame/postForm.js'
import { say } from '../say.js'
import { Control } from './control.js'
import { idOf } from './controlParts.js'

interface SectionsProps {
  readonly page: HtmlPage
  readonly sections: readonly FormSection[]
}

export function FormSections({ page, sections, changed }: SectionsProps & { readonly changed?: string | undefined }) {
  const [first, ...others] = sections
  return (
    <>
      {first && <Controls page={page} section={first} />}
      {others.map(section => (
        <details
          class="form-section"
          open={section.controls.some(control => isImportant(control) || control.name === changed)}
        >
          <summary>{section.title}</summary>
          {section.description !== '' && <p class="help">{section.description}</p>}
          <Controls page={page} section={section} />
        </details>
      ))}
    </>
  )
}

const isImportant = ({ required, problem, other }: FormControl): boolean =>
  required || problem !== undefined || other !== undefined

function Controls({ page, section }: { page: HtmlPage; section: FormSection }) {
  return (
    <div class="controls">
      {section.controls.map(control => (
        <Control page={page} control={control} />
      ))}
    </div>
  )
}

interface ProblemsProps extends SectionsProps {
  /** The problems that do not concern a particular field. */
  readonly problems: readonly string[] | undefined
}

/**
 * Renders the problems with a refused form, with links to the fields. Browsers focus this list, and screen readers
 * announce it.
 */
export function FormProblems({ page, sections, problems = [] }: ProblemsProps) {
  const refused = sections.flatMap(({ controls }) => controls).filter(({ problem }) => problem !== undefined)
  if (refused.length === 0 && problems.length === 0) return null
  return (
    <div class="form-problems" role="alert" tabIndex={-1} autofocus>
      {refused.length > 0 && <h2>{say(page, 'page.form-problems')}</h2>}
      <ul>
        {problems.map(problem => (
          <li>{problem}</li>
        ))}
        {refused.map(control => (
          <li>
            <a href={`#${idOf(control)}`}>{control.title}</a>: {control.problem}
          </li>
        ))}
      </ul>
    </div>
  )
}

type SectionsFormProps = ProblemsProps &
  Pick<PostFormProps, 'action' | 'hidden' | 'hasFiles'> & {
    readonly submit: string
    /** The URL of the link that leaves the form without saving. */
    readonly back?: string
    /** Whether the buttons stay visible while the user scrolls a long form. */
    readonly isSticky?: boolean
  }

/** Renders a form of the site, with its problems and buttons. */
export function SectionsForm({ page, sections, problems, submit, back, isSticky, ...form }: SectionsFormProps) {
  return (
    <>
      <FormProblems page={page} sections={sections} problems={problems} />
      <PostForm page={page} at="/" class="content-form" isChecked={false} {...form}>
        <FormSections page={page} sections={sections} />
        <div class={isSticky ? 'form-buttons' : 'form-buttons still'}>
          <button type="submit">{submit}</button>
          {back !== undefined && (
            <a class="button quiet" href={back}>
              {say(page, 'page.keep')}
            </a>
          )}
        </div>
      </PostForm>
    </>
  )
}

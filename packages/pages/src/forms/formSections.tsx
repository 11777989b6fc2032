import type { HtmlPage } from '@plenum/core'
import type { FormControl, FormSection } from '@plenum/core/answers'
import { PostForm, type PostFormProps } from '../frame/postForm.js'
import { say } from '../say.js'
import { type ControlProps, idOf } from './controlParts.js'
import { FileInput } from './fileInput.js'
import { Checkbox, Checkboxes, Choice, Instant, Line, Lines, OneLink, TextArea } from './inputs.js'
import { RelationsInput } from './relationsInput.js'
import { RowsInput } from './rowsInput.js'

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
 * Renders the problems with a rejected form, with links to the fields. Browsers focus this list, and screen readers
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

/** Renders a form that consists of sections, with its problems and buttons. */
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

/** Renders a control of any kind with its label, its help text and the problem with its value. */
function Control({ page, control, isInRow = false }: ControlProps) {
  switch (control.kind) {
    case 'boolean':
      return <Checkbox page={page} control={control} />
    case 'choice':
      return <Choice page={page} control={control} />
    case 'set':
      return <Checkboxes page={page} control={control} />
    case 'instant':
      return <Instant page={page} control={control} />
    case 'links':
      return isInRow && !control.value.includes('\n') ? (
        <OneLink page={page} control={control} />
      ) : (
        <Lines page={page} control={control} />
      )
    case 'lines':
      return <Lines page={page} control={control} />
    case 'relation':
    case 'relations':
      return <RelationsInput page={page} control={control} />
    case 'rows':
      return <RowsInput page={page} control={control} Cell={Control} />
    case 'file':
    case 'image':
      return <FileInput page={page} control={control} />
    case 'text':
    case 'richText':
    case 'json':
      return <TextArea page={page} control={control} />
    default:
      return <Line page={page} control={control} />
  }
}

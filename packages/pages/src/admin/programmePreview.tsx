import type { PageOf } from '@plenum/core'
import type { ProgrammeImportPreview } from '@plenum/core/answers'
import { Table } from '../content/table.js'
import { PostForm } from '../frame/postForm.js'
import { formatInstant } from '../reading/instants.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { differenceTitles } from '../schedule/differenceTitles.js'

type ImportPage = PageOf<'importProgramme'>

interface PreviewProps {
  readonly page: ImportPage
  readonly preview: ProgrammeImportPreview
}

/** The maximum number of rows in each list of the preview. */
const maxRows = 200

/** Renders the effects of an import, and the form to confirm the import. */
export function ProgrammePreview({ page, preview }: PreviewProps) {
  const { title, sessions, timezone, unknown_types: types, missing } = preview
  return (
    <>
      <h2>{title}</h2>
      <p>{say(page, 'page.import-contents', { sessions, timezone })}</p>
      <Counts page={page} preview={preview} />
      {types.length > 0 && <p class="notice">{say(page, 'page.import-types', { types: types.join(', ') })}</p>}
      <Differences page={page} preview={preview} />
      <Changes page={page} preview={preview} />
      {missing.length > 0 && <Links heading={say(page, 'page.import-missing')} items={missing} />}
      <ImportForm page={page} preview={preview} />
    </>
  )
}

function Counts({ page, preview }: PreviewProps) {
  const counts = ['created', 'updated', 'unchanged', 'retracted'] as const
  return (
    <dl class="import-counts">
      {counts.map(name => (
        <div>
          <dt>{say(page, `page.import-${name}`)}</dt>
          <dd>{preview[name]}</dd>
        </div>
      ))}
    </dl>
  )
}

function Differences({ page, preview }: PreviewProps) {
  const { differences, timezone } = preview
  if (differences.length === 0) return null
  const columns = [
    say(page, 'page.import-session'),
    say(page, 'page.import-difference'),
    say(page, 'page.import-before'),
    say(page, 'page.import-after'),
  ]
  const text = (value: string | null) => (value && formatInstant(value, 'dayAndTime', page.language, timezone)) || value
  return (
    <>
      <h2>{say(page, 'page.import-differences', { count: differences.length })}</h2>
      <Table label={say(page, 'page.import-differences', { count: differences.length })} columns={columns}>
        {differences.slice(0, maxRows).map(({ kind, title, before, after }) => (
          <tr>
            <th scope="row">{title}</th>
            <td>{say(page, differenceTitles[kind])}</td>
            <td>{text(before)}</td>
            <td>{text(after)}</td>
          </tr>
        ))}
      </Table>
      <More page={page} count={differences.length} />
    </>
  )
}

function Changes({ page, preview: { edited } }: PreviewProps) {
  if (edited.length === 0) return null
  const items = edited.map(({ fields, ...item }) => ({ ...item, note: fields.join(', ') }))
  return (
    <>
      <Links heading={say(page, 'page.import-edited')} items={items.slice(0, maxRows)} />
      <More page={page} count={edited.length} />
    </>
  )
}

function More({ page, count }: { page: ImportPage; count: number }) {
  if (count <= maxRows) return null
  return <p>{say(page, 'page.import-more', { count: count - maxRows })}</p>
}

interface LinksProps {
  readonly heading: string
  readonly items: readonly { readonly '@id': string; readonly title: string; readonly note?: string }[]
}

function Links({ heading, items }: LinksProps) {
  return (
    <section>
      <h2>{heading}</h2>
      <ul>
        {items.slice(0, maxRows).map(({ '@id': address, title, note }) => (
          <li>
            <a href={safeLink(address)}>{title}</a> {note && <small>{note}</small>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ImportForm({ page, preview }: PreviewProps) {
  const { url = '', text = '', timezone = '', retract, replace } = page.answer.values ?? {}
  return (
    <PostForm page={page} action="importProgramme" class="content-form" hasFiles>
      <input type="hidden" name="step" value="import" />
      <input type="hidden" name="digest" value={preview.digest} />
      <input type="hidden" name="url" value={url} />
      <textarea name="text" hidden>
        {/* A line break is added, because the HTML parser ignores a line break at the beginning of a text area. */}
        {`\n${text}`}
      </textarea>
      <input type="hidden" name="timezone" value={timezone} />
      {retract && <input type="hidden" name="retract" value="true" />}
      {replace && <input type="hidden" name="replace" value="true" />}
      <div class="form-buttons still">
        <button type="submit">{say(page, 'page.import-send', { count: preview.sessions })}</button>
        <a class="button quiet" href={page.answer['@id']}>
          {say(page, 'page.keep')}
        </a>
      </div>
    </PostForm>
  )
}

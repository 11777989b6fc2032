import { type HtmlPage, urlOf } from '@plenum/core'
import type { FileControl, PendingFile } from '@plenum/core/answers'
import { say } from '../say.js'
import { type ControlProps, described, Help, LabelText, Problem } from './controlParts.js'

export function FileInput({ page, control }: ControlProps<FileControl>) {
  const { name, kind, file, isRemoved, upload, pending } = control
  const { id, 'aria-describedby': describedBy } = described(control)
  return (
    <fieldset
      class="control control-file"
      id={id}
      tabIndex={-1}
      aria-describedby={describedBy}
      {...(page.view === 'add' || page.view === 'edit' ? uploadTexts(page) : {})}
    >
      <legend>
        <LabelText page={page} control={control} />
      </legend>
      <Help control={control} />
      <input type="hidden" name={name} value="" />
      {file ? (
        <>
          {file.preview && <img src={file.preview} alt="" class="preview" />}
          <p>
            <a href={file['@id']}>
              {say(page, 'page.form-file', { name: file.filename || control.title, size: sizeOf(file.size) })}
            </a>
          </p>
          <label>
            <input type="checkbox" name={name} value="remove" checked={isRemoved} />
            <span>{say(page, 'page.remove-file')}</span>
          </label>
        </>
      ) : (
        <p class="help">{say(page, 'page.form-none')}</p>
      )}
      <label class="added" for={`${id}-file`}>
        {say(page, file ? 'page.form-replace' : 'page.form-choose')}
      </label>
      <input
        id={`${id}-file`}
        name={name}
        type="file"
        accept={kind === 'image' ? 'image/*' : undefined}
        required={control.required && file === null && !pending}
      />
      {pending && <PendingUpload page={page} control={control} pending={pending} />}
      {upload !== undefined && !pending && (
        <p class="control-problem">{say(page, 'page.form-choose-again', { name: upload })}</p>
      )}
      <Problem page={page} control={control} />
    </fieldset>
  )
}

/** Returns the URL and the messages for the script that uploads files before the form is submitted, as attributes. */
const uploadTexts = (page: HtmlPage) => ({
  'data-upload': `${urlOf(page.base, page.path)}/@@do/upload`,
  'data-pending': say(page, 'page.form-pending', { name: '{name}', size: '{size}' }),
  'data-discard': say(page, 'page.form-discard'),
  'data-drop': say(page, 'page.upload-drop'),
  'data-running': say(page, 'page.upload-running', { name: '{name}' }),
  'data-cancel': say(page, 'page.upload-cancel'),
  'data-cancelled': say(page, 'page.upload-cancelled'),
  'data-failed': say(page, 'page.upload-failed', { name: '{name}' }),
})

/** Renders an uploaded file that will be stored when the user saves the form, with a checkbox to discard the file. */
function PendingUpload({ page, control, pending }: ControlProps<FileControl> & { readonly pending: PendingFile }) {
  const { name, upload = '' } = control
  return (
    <div class="pending-file">
      <input type="hidden" name={name} value={`pending-${pending.id}`} />
      <p>{say(page, 'page.form-pending', { name: upload, size: sizeOf(pending.size) })}</p>
      <label>
        <input type="checkbox" name={name} value="unused" />
        <span>{say(page, 'page.form-discard')}</span>
      </label>
    </div>
  )
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

import type { FileControl } from '@plenum/core/answers'
import { say } from '../say.js'
import { type ControlProps, described, Help, LabelText, Problem } from './controlParts.js'

export function FileInput({ page, control }: ControlProps<FileControl>) {
  const { name, kind, file, isRemoved, upload } = control
  const { id, 'aria-describedby': describedBy } = described(control)
  return (
    <fieldset class="control control-file" id={id} tabIndex={-1} aria-describedby={describedBy}>
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
        required={control.required && file === null}
      />
      {upload !== undefined && <p class="control-problem">{say(page, 'page.form-choose-again', { name: upload })}</p>}
      <Problem page={page} control={control} />
    </fieldset>
  )
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

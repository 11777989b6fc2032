import type { FileControl } from '@plenum/core/answers'
import { say } from '../say.js'
import { type ControlProps, described, Help, LabelText, Problem } from './controlParts.js'

/** The stored file with a checkbox that removes it. */
export function FileInput({ page, control }: ControlProps<FileControl>) {
  const { name, file, isRemoved } = control
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
      <Problem control={control} />
    </fieldset>
  )
}

/** A size in bytes as text, such as `1.4 MB`. */
const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`

import type { FormRow, RowsControl } from '@plenum/core/answers'
import type { ComponentType } from 'preact'
import { say } from '../say.js'
import { type ControlProps, Help, idOf, LabelText, Problem } from './controlParts.js'

/** The component for a column. It is a parameter, because an import would be circular. */
interface Cells {
  readonly Cell: ComponentType<ControlProps>
}

/** The rows of a table and an empty row. The hidden input of each row contains its key, in the order of the rows. */
export function RowsInput({ page, control, Cell }: ControlProps<RowsControl> & Cells) {
  const { rows, blank } = control
  return (
    <fieldset class="control control-rows" id={idOf(control)} tabIndex={-1}>
      <legend>
        <LabelText page={page} control={control} />
      </legend>
      <Help control={control} />
      <input type="hidden" name={control.name} value="" />
      {rows.map((row, i) => (
        <Row
          page={page}
          control={control}
          Cell={Cell}
          row={row}
          title={say(page, 'page.form-row', { number: i + 1 })}
        />
      ))}
      <Row page={page} control={control} Cell={Cell} row={blank} title={say(page, 'page.form-new-row')} />
      <Problem control={control} />
    </fieldset>
  )
}

type RowProps = ControlProps<RowsControl> & Cells & { readonly row: FormRow; readonly title: string }

function Row({ page, control, Cell, row, title }: RowProps) {
  return (
    <fieldset class="row">
      <legend>{title}</legend>
      <input type="hidden" name={control.name} value={row.key} />
      {row.controls.map(column => (
        <Cell page={page} control={column} />
      ))}
    </fieldset>
  )
}

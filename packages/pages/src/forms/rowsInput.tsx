import type { HtmlPage } from '@plenum/core'
import type { FormControl, FormRow, RowsControl } from '@plenum/core/answers'
import type { ComponentType } from 'preact'
import { say } from '../say.js'
import { ChangeButton } from './changeButton.js'
import { type ControlProps, Help, idOf, LabelText, Problem } from './controlParts.js'

/** The component that renders a cell, which is passed as a property to avoid a circular import. */
interface Cells {
  readonly Cell: ComponentType<ControlProps>
}

/**
 * Renders the rows of a table, followed by an empty row. The hidden input of each row contains the key of the row. The
 * order of these inputs determines the order of the rows. The buttons submit the form, but its values are not stored.
 */
export function RowsInput({ page, control, Cell }: ControlProps<RowsControl> & Cells) {
  const { name, rows, blank } = control
  return (
    <fieldset class="control control-rows" id={idOf(control)} tabIndex={-1}>
      <legend>
        <LabelText page={page} control={control} />
      </legend>
      <Help control={control} />
      <input type="hidden" name={name} value="" />
      {rows.map((row, i) => (
        <Row page={page} control={control} Cell={Cell} row={row} title={say(page, 'page.form-row', { number: i + 1 })}>
          <RowButtons page={page} control={control} row={row} index={i} />
        </Row>
      ))}
      <Row page={page} control={control} Cell={Cell} row={blank} title={say(page, 'page.form-new-row')} />
      <ChangeButton page={page} control={control} change={`row ${name}`} class="secondary">
        {say(page, 'page.form-add-row')}
      </ChangeButton>
      <Problem page={page} control={control} />
    </fieldset>
  )
}

type RowProps = ControlProps<RowsControl> &
  Cells & { readonly row: FormRow; readonly title: string; readonly children?: preact.ComponentChildren }

function Row({ page, control, Cell, row, title, children }: RowProps) {
  return (
    <fieldset class="row">
      <legend>{title}</legend>
      <input type="hidden" name={control.name} value={row.key} />
      {row.controls.map(column => (
        <Cell page={page} control={isUntitled(column, control) ? untitled(page, column) : column} isInRow />
      ))}
      {children}
    </fieldset>
  )
}

/** Whether a column has the same title as its table, as in the table of the options of a poll. */
const isUntitled = (column: FormControl, table: RowsControl): boolean => column.title === table.title

const untitled = (page: HtmlPage, column: FormControl): FormControl => ({
  ...column,
  title: say(page, 'page.form-cell'),
  description: '',
})

function RowButtons({ page, control, row, index }: ControlProps<RowsControl> & { row: FormRow; index: number }) {
  const { name, rows } = control
  const number = index + 1
  const button = (verb: string, label: string, symbol: string, isDisabled = false) => (
    <ChangeButton
      page={page}
      control={control}
      change={`${verb} ${name} ${row.key}`}
      class="quiet"
      label={label}
      isDisabled={isDisabled}
    >
      <span aria-hidden="true">{symbol}</span>
    </ChangeButton>
  )
  return (
    <div class="row-buttons">
      {button('up', say(page, 'page.form-row-up', { number }), '↑', index === 0)}
      {button('down', say(page, 'page.form-row-down', { number }), '↓', number === rows.length)}
      {button('remove', say(page, 'page.form-row-remove', { number }), '✕')}
    </div>
  )
}

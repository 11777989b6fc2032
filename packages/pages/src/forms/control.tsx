import type { ControlProps } from './controlParts.js'
import { FileInput } from './fileInput.js'
import { Checkbox, Checkboxes, Choice, Instant, Line, Lines, OneLink, TextArea } from './inputs.js'
import { RelationsInput } from './relationsInput.js'
import { RowsInput } from './rowsInput.js'

/**
 * Renders a control with its label, its help text and the problem with its value. All controls from `formSections` are
 * supported.
 */
export function Control({ page, control, isInRow = false }: ControlProps) {
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

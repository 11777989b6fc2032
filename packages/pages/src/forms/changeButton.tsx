import { urlOf } from '@plenum/core'
import type { ComponentChildren } from 'preact'
import { type ControlProps, idOf } from './controlParts.js'

interface ChangeButtonProps extends ControlProps {
  /** The change that the button requests, for example `up field.tracks 2`. */
  readonly change: string
  readonly class?: string
  /** The label for screen readers, which is required if the button shows only a symbol. */
  readonly label?: string
  readonly isDisabled?: boolean
  readonly children: ComponentChildren
}

/**
 * Renders a button that submits the form to change one of its controls. The values are not stored, and the resulting
 * page scrolls to the control.
 */
export function ChangeButton({ page, control, change, class: name, label, isDisabled, children }: ChangeButtonProps) {
  const action = page.view === 'add' ? 'add' : 'edit'
  return (
    <button
      type="submit"
      name="change"
      value={change}
      formaction={`${urlOf(page.base, page.path)}/@@do/${action}#${idOf(control)}`}
      class={name}
      aria-label={label}
      title={label}
      disabled={isDisabled}
    >
      {children}
    </button>
  )
}

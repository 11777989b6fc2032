import type { HtmlPage } from '@plenum/core'
import type { ComponentChildren } from 'preact'
import { say } from '../say.js'

interface ConfirmationProps {
  readonly page: HtmlPage
  /**
   * The value of the query parameter `confirm` that opens this confirmation. The value must be unique on the page.
   */
  readonly id: string
  /** The label of the button, which must name the effect. */
  readonly label: string
  /** One or two sentences that describe the effect. */
  readonly effect: string
  readonly children: ComponentChildren
}

/**
 * Renders a button for an irreversible action. The button only opens a confirmation, which is shown in a dialog or,
 * without a script, on the same page with the query parameter `confirm`.
 */
export function Confirmation({ page, id, label, effect, children }: ConfirmationProps) {
  const isAsked = page.query.get('confirm') === id
  const question = (
    <>
      <h2 id={`${id}-question`}>{say(page, 'page.confirm-question')}</h2>
      <p>{effect}</p>
      {children}
      <a class="button quiet" href={page.address} data-close>
        {say(page, 'page.keep')}
      </a>
    </>
  )
  if (isAsked)
    return (
      <section class="confirmation" aria-labelledby={`${id}-question`}>
        {question}
      </section>
    )
  return (
    <>
      <a
        class="button danger"
        href={`${page.address}?confirm=${encodeURIComponent(id)}#${id}-question`}
        data-dialog={`${id}-dialog`}
      >
        {label}
      </a>
      <dialog class="confirmation" id={`${id}-dialog`} aria-labelledby={`${id}-question`}>
        {question}
      </dialog>
    </>
  )
}

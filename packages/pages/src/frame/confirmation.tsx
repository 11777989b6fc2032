import type { HtmlPage } from '@plenum/core'
import type { ComponentChildren } from 'preact'
import { say } from '../say.js'

interface ConfirmationProps {
  readonly page: HtmlPage
  /** The value of the query parameter `confirm` that opens this confirmation. The value is unique on the page. */
  readonly id: string
  /** The text of the button, which names the effect. */
  readonly label: string
  /** A description of the effect in one or two sentences. */
  readonly effect: string
  readonly children: ComponentChildren
}

/**
 * A button for an irreversible action. The button does not run the action, but asks for a confirmation: with a script,
 * in a dialog, and without a script, on the same page with the query parameter `confirm`.
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

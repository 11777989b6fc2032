import { type HtmlPage, isRestorableForm, urlOf } from '@plenum/core'
import type { ComponentChildren } from 'preact'

export interface PostFormProps {
  readonly page: HtmlPage
  readonly action:
    | 'add'
    | 'edit'
    | 'delete'
    | 'vote'
    | 'move'
    | 'plan'
    | 'cancel'
    | 'revert'
    | 'invalidate'
    | 'webhook'
    | 'addWebhook'
    | 'rotate'
    | 'removeWebhook'
    | 'ping'
    | 'repeat'
    | 'mails'
    | 'importProgramme'
    | 'removeExamples'
    | 'retryMail'
    | 'login'
    | 'logout'
    | 'forgot'
    | 'password'
    | 'share'
    | 'moveSlot'
    | 'profile'
    | 'settings'
    | 'setup'
    | 'changePassword'
    | 'invite'
    | 'removeUser'
    | 'addGroup'
    | 'group'
    | 'members'
    | 'removeGroup'
    | 'unsubscribe'
    | 'release'
  readonly at?: string
  readonly class?: string
  /** Whether the browser validates the values before it submits the form. */
  readonly isChecked?: boolean
  readonly hasFiles?: boolean
  /** The values of the hidden fields at the beginning of the form, by name. */
  readonly hidden?: Readonly<Record<string, string>>
  readonly children: ComponentChildren
}

export function PostForm({
  page,
  action,
  at = page.path,
  class: name,
  isChecked = true,
  hasFiles = false,
  hidden = {},
  children,
}: PostFormProps) {
  return (
    <form
      method="post"
      action={`${urlOf(page.base, at)}/@@do/${action}`}
      class={name}
      noValidate={!isChecked}
      enctype={hasFiles ? 'multipart/form-data' : undefined}
    >
      {page.formToken !== null && <input type="hidden" name="token" value={page.formToken} />}
      {page.caller && isRestorableForm(action) && <input type="hidden" name="sender" value={page.caller.id} />}
      {Object.entries(hidden).map(([name, value]) => (
        <input type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}

interface SubmitButtonProps {
  readonly text: string
  /**
   * The object to which the action applies. For screen readers, it distinguishes this button from the buttons in other
   * rows.
   */
  readonly subject: string
  readonly kind?: string
}

export function SubmitButton({ text, subject, kind = 'quiet' }: SubmitButtonProps) {
  return (
    <button type="submit" class={kind} aria-label={`${text}: ${subject}`}>
      {text}
    </button>
  )
}

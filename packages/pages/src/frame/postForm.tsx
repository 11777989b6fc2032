import { type HtmlPage, isRestorableForm, urlOf } from '@plenum/core'
import type { ComponentChildren } from 'preact'

interface PostFormProps {
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
  /** Whether the browser validates the values before it sends the form. */
  readonly isChecked?: boolean
  readonly hasFiles?: boolean
  readonly children: ComponentChildren
}

export function PostForm({
  page,
  action,
  at = page.path,
  class: name,
  isChecked = true,
  hasFiles = false,
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
      {children}
    </form>
  )
}

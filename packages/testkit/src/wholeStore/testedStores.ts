import type { Platform } from '@plenum/core'
import type { MailStore, WebhookStore, WholeStore } from '@plenum/core/ports'

/** The stores of a site, which provide all storage ports. */
export interface Stores {
  readonly content: Platform['store']
  readonly users: Platform['users']
  readonly whole: WholeStore
  readonly webhooks: WebhookStore
  readonly mails: MailStore
  close(): Promise<void>
}

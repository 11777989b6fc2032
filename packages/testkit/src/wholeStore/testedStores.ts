import type { Platform } from '@plenum/core'
import type { MailStore, WebhookStore, WholeStore } from '@plenum/core/ports'

/** A store for a site, with all of its ports. */
export interface Stores {
  readonly content: Platform['store']
  readonly users: Platform['users']
  readonly whole: WholeStore
  readonly webhooks: WebhookStore
  readonly mails: MailStore
  close(): Promise<void>
}

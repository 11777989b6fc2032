import type { BallotBox } from '../content/store/ballots.js'
import type { ContentStore } from '../content/store/contentStore.js'
import type { PendingUploadStore } from '../content/store/pendingUploads.js'
import type { MailStore } from '../mails/mail.js'
import type { UserDirectory } from '../people/userDirectory.js'
import type { WholeStore } from '../portable/wholeStore.js'
import type { WebhookStore } from '../webhooks/webhook.js'
import { createMemoryContent } from './memoryContentStore.js'
import { memoryPendingUploads } from './memoryPendingUploads.js'
import { createMemoryPeople } from './memoryUserDirectory.js'
import { createMemoryWebhooks } from './memoryWebhookStore.js'
import { memoryWhole } from './memoryWhole.js'

export interface MemoryStore {
  readonly content: ContentStore & BallotBox
  readonly users: UserDirectory
  readonly webhooks: WebhookStore
  readonly mails: MailStore
  readonly pendingUploads: PendingUploadStore
  /** All data of the site, for backups and imports. */
  readonly whole: WholeStore
  close(): Promise<void>
}

/**
 * Creates an in-memory store for all data of a site, for tests and for embedding without a database.
 *
 * @example
 * const site = createSite(createNodePlatform(memoryStore())) // createNodePlatform is exported by @plenum/platform
 */
export function memoryStore(): MemoryStore {
  const content = createMemoryContent()
  const people = createMemoryPeople(content.addEvents)
  const webhooks = createMemoryWebhooks(content.addEvents)
  const { store } = content
  return {
    content: store,
    users: people.directory,
    webhooks: webhooks.store,
    mails: content.mails,
    pendingUploads: memoryPendingUploads(),
    whole: memoryWhole(content, people, webhooks),
    close: store.close,
  }
}

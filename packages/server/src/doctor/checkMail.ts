import { asOwner, type Site } from '@plenum/core'
import { probeMailServer } from '../mail/probeMailServer.js'
import type { MailSettings } from '../mail/readMailSettings.js'
import { fault, notice, type Problem } from './problem.js'

/** Reports a problem if the mail server cannot be used. No email is sent. */
export async function checkMailServer(settings: MailSettings): Promise<readonly Problem[]> {
  for await (const { isOk, text, remedy } of probeMailServer(settings)) if (!isOk) return [fault(text, remedy)]
  return []
}

/**
 * Reports the emails to presenters that are waiting although they cannot be sent at present, and the emails that have
 * failed.
 */
export async function checkOutbox(site: Site, hasMailServer: boolean): Promise<readonly Problem[]> {
  const { paused, counts } = await asOwner(site, 'listMails', { state: undefined, batch: { start: 0, size: 0 } })
  const { waiting, failed } = counts
  const problems: Problem[] = []
  if (waiting > 0 && paused)
    problems.push(
      notice(
        `${waiting} emails to presenters wait, because the outbox is paused, as after every restore.`,
        'Run `plenum mail resume` as soon as this site, and no copy of it, should send them.',
      ),
    )
  else if (waiting > 0 && !hasMailServer)
    problems.push(notice(`${waiting} emails to presenters wait for a mail server.`, 'Set SMTP_URL and MAIL_FROM.'))
  if (failed > 0)
    problems.push(
      notice(
        `${failed} emails to presenters could not be sent.`,
        'Run `plenum mail list --state failed` for the reasons, and then `plenum mail retry --failed`.',
      ),
    )
  return problems
}

import type { OutboxMail } from '@plenum/core/answers'
import type { Command } from 'commander'
import type { CommandContext, OpenedService } from '../commandContext.js'
import { StartError } from '../startError.js'
import { textTable } from '../terminal/textTable.js'

/** The maximum number of emails in one listing. It equals the maximum number of stored emails in each final state. */
const maxListed = 1000

export function addMailCommands(plenum: Command, context: CommandContext): void {
  const mail = plenum.command('mail').description('emails to presenters, and the mail server')
  addListing(mail, context)
  addRetry(mail, context)
  addPauses(mail, context)
  addTest(mail, context)
}

function addListing(mail: Command, { output, withService }: CommandContext): void {
  mail
    .command('list')
    .description('list emails to presenters, newest first')
    .option('--state <state>', 'list only emails in this state: waiting, sent, skipped or failed')
    .option('--limit <number>', 'maximum number of emails', '25')
    .action(({ state, limit }: { state?: string; limit: string }) =>
      withService(async ({ site, asOwner }) => {
        const size = /^\d{1,4}$/.test(limit) ? Number(limit) : 25
        const answer = await asOwner(site, 'listMails', { state, batch: { start: 0, size } })
        for (const line of textTable(answer.items.map(rowOf))) output.say(line)
        output.say(`${answer.items.length} of ${answer.items_total} emails.`)
        if (answer.paused) output.say('The outbox is paused. `plenum mail resume` resumes it.')
      }),
    )
}

function rowOf({ id, state, release, presenter, attempts, last_attempt: last }: OutboxMail): readonly string[] {
  const name = presenter.title ?? presenter.UID
  return [id, state, `release ${release}`, name, `attempts: ${attempts}`, last?.message ?? '']
}

function addRetry(mail: Command, { output, withService }: CommandContext): void {
  mail
    .command('retry [id...]')
    .description('send emails again, with the same Message-ID')
    .option('--failed', 'send all failed emails again')
    .action((named: readonly string[], { failed }: { readonly failed?: true }) =>
      withService(async service => {
        const ids = failed ? await failedIds(service) : named
        if (ids.length === 0 && !failed) throw new StartError('Name the emails to send again, or use --failed.')
        for (const id of ids) await service.asOwner(service.site, 'retryMail', { id })
        output.say(`Queued ${ids.length} emails again.`)
      }),
    )
}

async function failedIds({ site, asOwner }: OpenedService): Promise<readonly string[]> {
  const { items } = await asOwner(site, 'listMails', { state: 'failed', batch: { start: 0, size: maxListed } })
  return items.map(({ id }) => id)
}

function addPauses(mail: Command, { output, withService }: CommandContext): void {
  const setPaused = (name: string, paused: boolean, description: string, done: string): void => {
    mail
      .command(name)
      .description(description)
      .action(() =>
        withService(async ({ site, asOwner }) => {
          await asOwner(site, 'pauseMails', { paused })
          output.say(done)
        }),
      )
  }
  setPaused('pause', true, 'pause the emails to presenters until they are resumed', 'Paused the outbox.')
  setPaused('resume', false, 'resume the emails to presenters, for example after a restore', 'Resumed the outbox.')
}

function addTest(mail: Command, { output, config, fail }: CommandContext): void {
  mail
    .command('test <address>')
    .description('send a test email, and report the outcome of each step')
    .action(async (address: string) => {
      const { mail: settings } = await config()
      if (!settings) throw new StartError('There is no mail server: set SMTP_URL, MAIL_FROM and PUBLIC_URL.')
      const { probeMailServer } = await import('./probeMailServer.js')
      for await (const { isOk, text, remedy } of probeMailServer(settings, address)) {
        output.say(text)
        if (isOk) continue
        output.say(`Remedy: ${remedy}`)
        fail()
      }
    })
}

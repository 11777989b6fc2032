import type { Command } from 'commander'
import type { CommandContext } from './commandContext.js'

// Each command loads its modules when it runs, so that other commands start faster.

export function addPollCommands(plenum: Command, { output, withService }: CommandContext): void {
  const poll = plenum.command('poll').description('polls and their votes')
  poll
    .command('export <file>')
    .description('write all polls to a file, including the votes of closed polls')
    .action((file: string) =>
      withService(async ({ site, asOwner }) => {
        const { writePolls } = await import('./pollFiles.js')
        const polls = await asOwner(site, 'exportPolls')
        await writePolls(file, polls)
        output.say(`Polls written to ${file}: ${polls.length}.`)
      }),
    )
  poll
    .command('import <file>')
    .description('replace the votes of polls with the votes in a file')
    .action((file: string) =>
      withService(async ({ site, asOwner }) => {
        const { orNotImported } = await import('./imports/notImported.js')
        const { readPolls } = await import('./pollFiles.js')
        const count = await orNotImported(file, async () => asOwner(site, 'importPolls', await readPolls(file)))
        output.say(`Polls whose votes were replaced from ${file}: ${count}.`)
      }),
    )
}

export function addDemoCommand(plenum: Command, { output, withService }: CommandContext): void {
  plenum
    .command('demo')
    .description('the demonstration in a new site')
    .command('remove')
    .description(
      'remove the demonstration, including all changes to it, but keep objects that contain your own content',
    )
    .action(() =>
      withService(async ({ site }) => {
        const { removeDemonstration } = await import('./demonstration/removeDemonstration.js')
        for (const line of await removeDemonstration(site)) output.say(line)
      }),
    )
}

export function addPloneExport(plenum: Command, { output, withService }: CommandContext): void {
  plenum
    .command('export')
    .description('exports')
    .command('plone <folder>')
    .description('write the whole site as a Plone export, even while the service is running')
    .option('--site <id>', 'id of the Plone site that will import the export', 'Plone')
    .action((folder: string, { site: siteId }: { readonly site: string }) =>
      withService(async ({ site }) => {
        const { exportPlone, noteLines } = await import('./plone/exportPlone.js')
        const { counts, notes } = await exportPlone(site, folder, siteId)
        for (const line of noteLines(notes)) output.say(line)
        output.say(`Wrote ${counts.objects} objects and ${counts.files} files to ${folder}.`)
      }),
    )
}

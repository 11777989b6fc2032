import type { Command } from 'commander'
import type { CommandContext } from '../commandContext.js'

/** `plenum export plone`. */
export function addPloneExport(plenum: Command, { output, withService }: CommandContext): void {
  plenum
    .command('export')
    .description('export content')
    .command('plone <folder>')
    .description('write the whole site as a Plone export, even while the service is running')
    .option('--site <id>', 'id of the Plone site that the export is for', 'Plone')
    .action((folder: string, { site: siteId }: { readonly site: string }) =>
      withService(async ({ site }) => {
        const { exportPlone, noteLines } = await import('./exportPlone.js')
        const { counts, notes } = await exportPlone(site, folder, siteId)
        for (const line of noteLines(notes)) output.say(line)
        output.say(`Wrote ${counts.objects} objects and ${counts.files} files to ${folder}.`)
      }),
    )
}

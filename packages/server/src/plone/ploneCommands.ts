import type { Command } from 'commander'
import type { CommandContext } from '../commands.js'

interface ImportFlags {
  readonly merge: boolean
  readonly skipUnknown: boolean
  readonly dryRun: boolean
  readonly report?: string
}

/** `plenum import plone`, below the command `import`. */
export function addPloneImport(imports: Command, { output, withService, fail }: CommandContext): void {
  imports
    .command('plone <folder>')
    .description('import an export of a Plone site, as plone.exportimport writes it, all or nothing')
    .option('--merge', 'into a site that has content: objects are found by their UIDs', false)
    .option('--skip-unknown', 'leave out fields and types that there are not, with all that lies below', false)
    .option('--dry-run', 'read and judge everything, and write nothing', false)
    .option('--report <file>', 'write all that was found to a file')
    .action((folder: string, { merge, skipUnknown, dryRun, report }: ImportFlags) =>
      withService(
        async ({ site }) => {
          const { importPlone } = await import('./importPlone.js')
          const how = { mayMerge: merge, skipsUnknown: skipUnknown, isDry: dryRun, ...(report ? { report } : {}) }
          if (!(await importPlone(site, { folder, ...how }, output))) fail()
        },
        { makesSite: true },
      ),
    )
}

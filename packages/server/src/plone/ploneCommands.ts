import type { Command } from 'commander'
import type { CommandContext } from '../commandContext.js'
import type { ImportTask } from '../imports/rehearse.js'

interface ImportFlags {
  readonly merge: boolean
  readonly skipUnknown: boolean
  readonly dryRun: boolean
  readonly report?: string
}

/** `plenum import plone`, below the command `import`. */
export function addPloneImport(imports: Command, { importInto }: CommandContext): void {
  imports
    .command('plone <folder>')
    .description('import an export of a Plone site, written by plone.exportimport, all or nothing')
    .option('--merge', 'import into a site that already has content, matching objects by UID', false)
    .option('--skip-unknown', 'skip unknown fields and types, including everything below such objects', false)
    .option('--dry-run', 'read and check everything without writing anything', false)
    .option('--report <file>', 'write all findings to a file')
    .action(async (folder: string, { merge, skipUnknown, dryRun: isDry, report }: ImportFlags) => {
      const { importPlone } = await import('./importPlone.js')
      const how = { folder, mayMerge: merge, skipsUnknown: skipUnknown, ...(report ? { report } : {}) }
      const task: ImportTask = (site, run) => importPlone(site, { ...how, isDry: run.isDry }, run.output)
      await importInto({ source: folder, isDry, read: async () => task })
    })
}

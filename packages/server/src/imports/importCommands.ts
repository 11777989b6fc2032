import type { Command } from 'commander'
import type { CommandContext } from '../commandContext.js'
import type { ScheduleImport } from '../importSchedule.js'
import type { ImportTask } from './rehearse.js'

interface ScheduleFlags extends Omit<ScheduleImport, 'file'> {
  readonly dryRun: boolean
}

export function addImportCommands(plenum: Command, context: CommandContext): void {
  const imports = plenum.command('import').description('imports')
  addPloneImport(imports, context)
  addScheduleImport(imports, context)
}

function addScheduleImport(imports: Command, { importInto }: CommandContext): void {
  imports
    .command('schedule <file>')
    .description(
      'import a programme from a schedule.json or schedule.xml file of frab or pretalx, specified as a path or an http(s) URL',
    )
    .option('--timezone <zone>', "IANA name of the event's time zone (default: the time zone in the file)")
    .option('--event <path>', 'path of the Tech Event, if the site has several events')
    .option('--retract-missing', 'retract sessions from earlier imports that are missing from the file', false)
    .option(
      '--replace-event',
      'import even if the event has a different title or different dates and contains your own sessions',
      false,
    )
    .option('--author <user>', 'user who becomes the author of new content (default: the administrator)')
    .option('--keep-demo', 'keep the demonstration, and import the programme in addition to it', false)
    .option('--allow-private', 'fetch the file even if its URL leads to a private network', false)
    .option('--dry-run', 'report the objects that the import would create and change, without writing anything', false)
    .action(async (file: string, { dryRun: isDry, ...flags }: ScheduleFlags) => {
      const { scheduleImport } = await import('../importSchedule.js')
      await importInto({ source: file, isDry, read: output => scheduleImport({ file, ...flags }, output) })
    })
}

interface ImportFlags {
  readonly merge: boolean
  readonly skipUnknown: boolean
  readonly dryRun: boolean
  readonly report?: string
}

function addPloneImport(imports: Command, { importInto }: CommandContext): void {
  imports
    .command('plone <folder>')
    .description('import a Plone site from a folder that plone.exportimport has written')
    .option('--merge', 'import into a site with content, and identify existing objects by UID', false)
    .option('--skip-unknown', 'skip unknown fields and types, including everything below such objects', false)
    .option('--dry-run', 'read and check the whole export without writing anything', false)
    .option('--report <file>', 'write the complete report to a file')
    .action(async (folder: string, { merge, skipUnknown, dryRun: isDry, report }: ImportFlags) => {
      const { importPlone } = await import('../plone/importPlone.js')
      const how = { folder, mayMerge: merge, skipsUnknown: skipUnknown, ...(report ? { report } : {}) }
      const task: ImportTask = (site, run) => importPlone(site, { ...how, isDry: run.isDry }, run.output)
      await importInto({ source: folder, isDry, read: async () => task })
    })
}

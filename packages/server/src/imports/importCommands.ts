import type { Command } from 'commander'
import type { CommandContext } from '../commandContext.js'
import { addPloneImport } from '../plone/ploneCommands.js'

interface ScheduleFlags {
  readonly timezone?: string
  readonly event?: string
  readonly retractMissing: boolean
  readonly replaceEvent: boolean
  readonly author?: string
  readonly keepDemo: boolean
  readonly dryRun: boolean
}

export function addImportCommands(plenum: Command, context: CommandContext): void {
  const imports = plenum.command('import').description('import content')
  addPloneImport(imports, context)
  addScheduleImport(imports, context)
}

function addScheduleImport(imports: Command, { importInto }: CommandContext): void {
  imports
    .command('schedule <file>')
    .description('import a programme from a schedule.json or schedule.xml of frab or pretalx')
    .option('--timezone <zone>', "IANA name of the event's time zone; defaults to that of the file")
    .option('--event <path>', 'path of the Tech Event, if the site has several events')
    .option('--retract-missing', 'retract sessions of earlier imports that are missing from the file', false)
    .option(
      '--replace-event',
      'import even if the event has a different title or dates and sessions of your own',
      false,
    )
    .option('--author <user>', 'user who becomes the author of new content; defaults to the administrator')
    .option('--keep-demo', 'keep the demonstration and import next to it', false)
    .option('--dry-run', 'report what would be created and changed without writing anything', false)
    .action(async (file: string, { dryRun: isDry, ...flags }: ScheduleFlags) => {
      const { scheduleImport } = await import('../importSchedule.js')
      await importInto({ source: file, isDry, read: output => scheduleImport({ file, ...flags }, output) })
    })
}

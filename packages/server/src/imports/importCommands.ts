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
  const imports = plenum.command('import').description('bring content in')
  addPloneImport(imports, context)
  addScheduleImport(imports, context)
}

function addScheduleImport(imports: Command, { importInto }: CommandContext): void {
  imports
    .command('schedule <file>')
    .description('import a programme from a schedule.json or schedule.xml of frab or pretalx')
    .option('--timezone <zone>', "IANA name of the event's time zone; the file's when left out")
    .option('--event <path>', 'path of the Tech Event, on a site with several events')
    .option('--retract-missing', 'retract sessions that an earlier import made and the file lacks', false)
    .option('--replace-event', 'import into an event with another title or dates and sessions of your own', false)
    .option('--author <user>', 'user in whose name content is made; the administrator when left out')
    .option('--keep-demo', 'import beside the demonstration that came with the site', false)
    .option('--dry-run', 'report what would be made and changed, and write nothing', false)
    .action(async (file: string, { dryRun: isDry, ...flags }: ScheduleFlags) => {
      const { scheduleImport } = await import('../importSchedule.js')
      await importInto({ source: file, isDry, read: output => scheduleImport({ file, ...flags }, output) })
    })
}

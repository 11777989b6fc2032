import type { Command } from 'commander'
import type { CommandContext } from './commandContext.js'

/** Commands for backups and copies of whole sites. */
export function addPortableCommands(plenum: Command, { output, config }: CommandContext): void {
  plenum
    .command('backup <file>')
    .description('write the whole site to a file, even while the service is running')
    .action(async (file: string) => {
      const [{ backupSite, countsText }, { readSite }] = [await portable(), await import('./upgrade/openToRead.js')]
      const counts = await readSite(await config(), { onOlder: output.say, read: site => backupSite(site, file) })
      output.say(`Wrote ${countsText(counts)} to ${file}.`)
    })
  plenum
    .command('restore <file>')
    .description('restore a site from such a file into an empty place, all or nothing')
    .action(async (file: string) => {
      const [{ restoreSite, nothingRestored, countsText }, settings] = [await portable(), await config()]
      const { orNothingWritten } = await import('./imports/notImported.js')
      const location = settings.databaseUrl ?? settings.dataDir
      const counts = await orNothingWritten(nothingRestored, () => restoreSite(file, location, settings))
      output.say(`Restored ${countsText(counts)}.`)
    })
  plenum
    .command('copy')
    .description('copy a site to an empty place, like a backup followed by a restore')
    .requiredOption('--from <place>', 'a data folder, a database file, or a postgres://… URL')
    .requiredOption('--to <place>', 'the same, for the new site')
    .action(async ({ from, to }: { readonly from: string; readonly to: string }) => {
      const { copySite, countsText } = await portable()
      output.say(`Copied ${countsText(await copySite(from, to, await config()))}.`)
    })
}

interface DoctorFlags {
  readonly deep: boolean
  readonly repair: boolean
}

/** The exit code after a fault was found; 1 means that the examination failed. */
const faultExitCode = 2

export function addDoctorCommand(plenum: Command, { output, environment }: CommandContext): void {
  plenum
    .command('doctor')
    .description(
      'check the configuration, the database, the shared cache, the clock and the disk; exits with 2 if there is a fault',
    )
    .option('--deep', 'also check all content, histories, files and votes', false)
    .option('--repair', 'repair everything that needs no decision; implies --deep', false)
    .action(async (flags: DoctorFlags) => {
      const { runDoctor } = await import('./doctor/doctor.js')
      if (!(await runDoctor(environment(), flags, output))) process.exitCode = faultExitCode
    })
}

async function portable() {
  const [{ backupSite, copySite, nothingRestored, restoreSite }, { countsText }] = await Promise.all([
    import('./portable/copySite.js'),
    import('./portable/counted.js'),
  ])
  return { backupSite, copySite, nothingRestored, restoreSite, countsText }
}

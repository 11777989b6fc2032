import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from './commandContext.js'
import type { DoctorOptions } from './doctor/doctor.js'
import type { Upgraded } from './upgrade/upgrading.js'

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
    .description('restore a site from a backup file to an empty location')
    .action(async (file: string) => {
      const [{ restoreSite, nothingRestored, countsText }, settings] = [await portable(), await config()]
      const { orNothingWritten } = await import('./imports/notImported.js')
      const location = settings.databaseUrl ?? settings.dataDir
      const counts = await orNothingWritten(nothingRestored, () => restoreSite(file, location, settings))
      output.say(`Restored ${countsText(counts)}.`)
    })
  plenum
    .command('copy')
    .description('copy a site to an empty location, like a backup followed by a restore')
    .requiredOption('--from <location>', 'a data directory, a database file, or a postgres://… URL')
    .requiredOption('--to <location>', 'location of the new site, in the same format as --from')
    .action(async ({ from, to }: { readonly from: string; readonly to: string }) => {
      const { copySite, countsText } = await portable()
      output.say(`Copied ${countsText(await copySite(from, to, await config()))}.`)
    })
}

/** The exit code of the command if it has found faults. If the examination itself fails, the exit code is 1. */
const faultExitCode = 2

export function addDoctorCommand(plenum: Command, { output, environment }: CommandContext): void {
  plenum
    .command('doctor')
    .description(
      'check the configuration, the database, the shared cache, the clock and the disk, and exit with status 2 if a fault is found',
    )
    .option('--deep', 'also check all content, histories, files and votes', false)
    .option('--repair', 'repair all faults that require no decision (includes --deep)', false)
    .action(async (flags: DoctorOptions) => {
      const { runDoctor } = await import('./doctor/doctor.js')
      if (!(await runDoctor(environment(), flags, output))) process.exitCode = faultExitCode
    })
}

const portable = () => import('./portable/copySite.js')

/**
 * Adds the `plenum upgrade` command, which upgrades an older database without starting the service. The `plenum serve`
 * command also upgrades older databases.
 */
export function addUpgradeCommand(plenum: Command, { output, config }: CommandContext): void {
  plenum
    .command('upgrade')
    .description('upgrade a database from an earlier version; a SQLite database is copied first')
    .option(
      '--base <url...>',
      'other URLs of the site, in addition to PUBLIC_URL; links to these URLs become links to objects',
      readBase,
      [],
    )
    .action(async ({ base: bases }: { readonly base: readonly string[] }) => {
      const [{ compose }, { requireDatabase }] = await Promise.all([import('./compose.js'), import('./database.js')])
      const settings = await config()
      if (settings.databaseUrl === undefined) requireDatabase(settings.dataDir)
      const upgrades: Upgraded[] = []
      const onUpgraded = (upgrade: Upgraded) => void upgrades.push(upgrade)
      const service = await compose(settings, output, { makesSite: false, upgrades: true, onUpgraded, bases })
      await service.close()
      output.say(upgradeText(upgrades[0]))
    })
}

function readBase(text: string, earlier: readonly string[]): readonly string[] {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash)
    throw new InvalidArgumentError('It must be an http or https URL without query and anchor.')
  const { origin, pathname } = url
  return [...earlier, origin + (pathname.endsWith('/') ? pathname.slice(0, -1) : pathname)]
}

function upgradeText(upgrade: Upgraded | undefined): string {
  if (!upgrade) return 'There is nothing to upgrade: the site already has the schema of this version.'
  const { from, to, copy } = upgrade
  if (from === to) return `Finished the interrupted upgrade to schema version ${to}.`
  const way =
    copy === null ? 'To go back, use your `pg_dump` copy' : `To go back, use ${copy}, the copy made before the upgrade`
  return `Upgraded from schema version ${from} to ${to}. ${way} (docs/how-to/upgrade.md).`
}

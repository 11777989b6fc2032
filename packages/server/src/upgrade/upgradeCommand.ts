import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../commandContext.js'
import type { Upgraded } from './upgrading.js'

/** `plenum upgrade`: only upgrades an older database, as `plenum serve` does too. */
export function addUpgradeCommand(plenum: Command, { output, config }: CommandContext): void {
  plenum
    .command('upgrade')
    .description('upgrade the database of an earlier version; on SQLite, a copy is made first')
    .option(
      '--base <url...>',
      'URLs under which the site was reached besides PUBLIC_URL: links to them become links within the site',
      readBase,
      [],
    )
    .action(async ({ base: bases }: { readonly base: readonly string[] }) => {
      const [{ compose }, { requireDatabase }] = await Promise.all([import('../compose.js'), import('../database.js')])
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
  return [...earlier, text.replace(/\/+$/, '')]
}

function upgradeText(upgrade: Upgraded | undefined): string {
  if (!upgrade) return 'There is nothing to upgrade: the site already has the schema of this version.'
  const { from, to, copy } = upgrade
  if (from === to) return `Finished the interrupted upgrade to schema version ${to}.`
  const way =
    copy === null ? 'To go back, use your `pg_dump` copy' : `To go back, use ${copy}, the copy made before the upgrade`
  return `Upgraded from schema version ${from} to ${to}. ${way} (docs/upgrade.md).`
}

import type { Command } from 'commander'
import type { CommandContext } from '../commandContext.js'

export function addDemoCommand(plenum: Command, { output, withService }: CommandContext): void {
  plenum
    .command('demo')
    .description('the demonstration that comes with a new site')
    .command('remove')
    .description('remove what came with the site, whatever was changed in it; what holds content of yours stays')
    .action(() =>
      withService(async ({ site }) => {
        const { removeDemonstration } = await import('./removeDemonstration.js')
        for (const line of await removeDemonstration(site)) output.say(line)
      }),
    )
}

import type { Command } from 'commander'
import type { CommandContext } from '../commandContext.js'

export function addDemoCommand(plenum: Command, { output, withService }: CommandContext): void {
  plenum
    .command('demo')
    .description('the demonstration that comes with a new site')
    .command('remove')
    .description('remove the demonstration, including changes made to it; objects that contain content of yours stay')
    .action(() =>
      withService(async ({ site }) => {
        const { removeDemonstration } = await import('./removeDemonstration.js')
        for (const line of await removeDemonstration(site)) output.say(line)
      }),
    )
}

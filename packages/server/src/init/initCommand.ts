import type { Command } from 'commander'
import type { CommandContext } from '../commandContext.js'
import type { Answers } from './questions.js'

interface InitFlags extends Answers {
  readonly yes?: true
}

export function addInitCommand(plenum: Command, { output }: CommandContext): void {
  plenum
    .command('init')
    .argument('[file]', 'path of the settings file', 'plenum.env')
    .description('ask five questions, and write the settings to a new file for --env-file')
    .option('--public-url <url>', 'URL of the site, such as https://www.example.org')
    .option('--database <location>', 'a directory for SQLite, or a postgres://… URL')
    .option('--language <tag>', 'language of the site, such as en, de, es or pt-BR')
    .option('--demo <answer>', 'whether the site begins with a demonstration conference: yes or no')
    .option('--mail <url>', 'URL of the mail server, or `none`')
    .option('--yes', 'use the default for each question whose option is missing')
    .action(async (file: string, { yes, ...answers }: InitFlags) => {
      const [init, { promptAtTerminal }] = await Promise.all([
        import('./initSettings.js'),
        import('../terminal/promptAtTerminal.js'),
      ])
      const questioner = { prompt: promptAtTerminal, takesDefaults: yes === true, say: output.say }
      init.writeSettings(file, init.settingsText(await init.settingsFor(answers, questioner)))
      output.say(`Wrote ${file}. Start the service with: npx plenum --env-file ${file} serve`)
    })
}

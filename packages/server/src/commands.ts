import { type Command, Option } from 'commander'
import type { CommandContext } from './commandContext.js'

// Commands import their modules lazily, so that the other commands start faster.

export function addPollCommands(plenum: Command, { output, withService }: CommandContext): void {
  const poll = plenum.command('poll').description('polls and their votes')
  poll
    .command('export <file>')
    .description('write all polls to a file, those that are closed with their votes')
    .action((file: string) =>
      withService(async ({ site, asOwner }) => {
        const { writePolls } = await import('./pollFiles.js')
        const polls = await asOwner(site, 'exportPolls')
        await writePolls(file, polls)
        output.say(`Polls written to ${file}: ${polls.length}.`)
      }),
    )
  poll
    .command('import <file>')
    .description('replace the votes of polls by those of a file, all or nothing')
    .action((file: string) =>
      withService(async ({ site, asOwner }) => {
        const { orNotImported } = await import('./imports/notImported.js')
        const { readPolls } = await import('./pollFiles.js')
        const count = await orNotImported(file, async () => asOwner(site, 'importPolls', await readPolls(file)))
        output.say(`Polls that have the votes of ${file} now: ${count}.`)
      }),
    )
}

export function addWorkflowCommands(plenum: Command, { output, config, withService, fail }: CommandContext): void {
  const workflow = plenum.command('workflow').description('workflows')
  workflow
    .command('graph <id>')
    .description('draw a workflow, one of WORKFLOWS_DIR too')
    .addOption(
      new Option('--format <format>', 'language of the drawing').choices(['mermaid', 'dot']).default('mermaid'),
    )
    .action(async (id: string, { format }: { format: 'mermaid' | 'dot' }) => {
      const { drawWorkflow } = await import('./workflows/workflowCommands.js')
      output.say(drawWorkflow(id, { format, workflowsDir: (await config()).workflowsDir }))
    })
  workflow
    .command('show <id>')
    .description('print a shipped workflow as a file of WORKFLOWS_DIR, to start from')
    .action(async (id: string) => {
      const { showWorkflow } = await import('./workflows/workflowCommands.js')
      output.say(showWorkflow(id))
    })
  workflow
    .command('check <directory>')
    .description('judge the workflows of a directory, every fault with its file and place')
    .action(async (directory: string) => {
      const { checkWorkflows } = await import('./workflows/workflowCommands.js')
      const { isSound, lines } = checkWorkflows(directory)
      for (const line of lines) output.say(line)
      if (!isSound) fail()
    })
  workflow
    .command('repair')
    .description('give all content the permissions of its states again, as after a change of a workflow')
    .action(() =>
      withService(async ({ site, asOwner }) => {
        output.say(`${await asOwner(site, 'repairPermissions')} objects had other permissions than their states give.`)
      }),
    )
}

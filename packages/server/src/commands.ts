import { type Command, Option } from 'commander'
import type { CommandContext } from './commandContext.js'

// Commands import their modules lazily, so that the other commands start faster.

export function addPollCommands(plenum: Command, { output, withService }: CommandContext): void {
  const poll = plenum.command('poll').description('polls and their votes')
  poll
    .command('export <file>')
    .description('write all polls to a file, including the votes of closed polls')
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
    .description('replace the votes of polls with those in a file, all or nothing')
    .action((file: string) =>
      withService(async ({ site, asOwner }) => {
        const { orNotImported } = await import('./imports/notImported.js')
        const { readPolls } = await import('./pollFiles.js')
        const count = await orNotImported(file, async () => asOwner(site, 'importPolls', await readPolls(file)))
        output.say(`Polls whose votes were replaced from ${file}: ${count}.`)
      }),
    )
}

export function addWorkflowCommands(plenum: Command, { output, config, withService, fail }: CommandContext): void {
  const workflow = plenum.command('workflow').description('workflows')
  workflow
    .command('graph <id>')
    .description('draw a workflow, including those in WORKFLOWS_DIR')
    .addOption(new Option('--format <format>', 'output format').choices(['mermaid', 'dot']).default('mermaid'))
    .action(async (id: string, { format }: { format: 'mermaid' | 'dot' }) => {
      const { drawWorkflow } = await import('./workflows/workflowCommands.js')
      output.say(drawWorkflow(id, { format, workflowsDir: (await config()).workflowsDir }))
    })
  workflow
    .command('show <id>')
    .description('print a shipped workflow as a file for WORKFLOWS_DIR, as a starting point')
    .action(async (id: string) => {
      const { showWorkflow } = await import('./workflows/workflowCommands.js')
      output.say(showWorkflow(id))
    })
  workflow
    .command('check <directory>')
    .description('check the workflows in a directory and report every error with its file and position')
    .action(async (directory: string) => {
      const { checkWorkflows } = await import('./workflows/workflowCommands.js')
      const { isSound, lines } = checkWorkflows(directory)
      for (const line of lines) output.say(line)
      if (!isSound) fail()
    })
  workflow
    .command('repair')
    .description('reset the permissions of all content to those of its states, for example after changing a workflow')
    .action(() =>
      withService(async ({ site, asOwner }) => {
        output.say(repaired(await asOwner(site, 'repairPermissions')))
      }),
    )
}

function repaired(count: number): string {
  if (count === 0) return 'All permissions were already correct.'
  return `Corrected the permissions of ${count} object${count === 1 ? '' : 's'}.`
}

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
    .command('schema')
    .description('print the JSON Schema of workflow files, for editors')
    .action(async () => {
      const { workflowSchema } = await import('./workflows/workflowSchema.js')
      output.say(JSON.stringify(workflowSchema, null, 2))
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

export function addDemoCommand(plenum: Command, { output, withService }: CommandContext): void {
  plenum
    .command('demo')
    .description('the demonstration that comes with a new site')
    .command('remove')
    .description('remove the demonstration, including changes made to it; objects that contain content of yours stay')
    .action(() =>
      withService(async ({ site }) => {
        const { removeDemonstration } = await import('./demonstration/removeDemonstration.js')
        for (const line of await removeDemonstration(site)) output.say(line)
      }),
    )
}

/** `plenum export plone`. */
export function addPloneExport(plenum: Command, { output, withService }: CommandContext): void {
  plenum
    .command('export')
    .description('export content')
    .command('plone <folder>')
    .description('write the whole site as a Plone export, even while the service is running')
    .option('--site <id>', 'id of the Plone site that the export is for', 'Plone')
    .action((folder: string, { site: siteId }: { readonly site: string }) =>
      withService(async ({ site }) => {
        const { exportPlone, noteLines } = await import('./plone/exportPlone.js')
        const { counts, notes } = await exportPlone(site, folder, siteId)
        for (const line of noteLines(notes)) output.say(line)
        output.say(`Wrote ${counts.objects} objects and ${counts.files} files to ${folder}.`)
      }),
    )
}

import type { Command } from 'commander'
import type { CommandContext, OpenedService } from '../commandContext.js'
import { workflowWarnings } from '../workflows/workflowWarnings.js'
import type { TypeChanges } from './changeTypes.js'

interface LossFlags {
  readonly yes: boolean
}

const yes = ['--yes', 'proceed even if objects lose fields or their `review_state`', false] as const

export function addTypeCommands(plenum: Command, context: CommandContext): void {
  const types = plenum.command('types').description('content types and their behaviors')
  types
    .command('list')
    .description('list all types with their behaviors and their own workflows')
    .action(() => context.withService(service => listTypes(service, context)))
  const change = (hasConsent: boolean, make: (changes: TypeChanges) => Promise<void>) =>
    context.withService(async ({ site }) => {
      const { typeChanges } = await import('./changeTypes.js')
      const { promptAtTerminal } = await import('../terminal/promptAtTerminal.js')
      await make(typeChanges({ site, hasConsent, prompt: promptAtTerminal, say: context.output.say }))
    })
  types
    .command('add <type> <behaviors...>')
    .description('add behaviors to a type, including its existing objects')
    .action((type: string, behaviors: string[]) => change(true, changes => changes.add(type, behaviors)))
  types
    .command('remove <type> <behaviors...>')
    .description('remove behaviors from a type, including its existing objects, but keep the stored values')
    .action((type: string, behaviors: string[]) => change(true, changes => changes.remove(type, behaviors)))
  types
    .command('set <type> <behaviors...>')
    .description('replace all behaviors of a type, including its existing objects')
    .option(...yes)
    .action((type: string, behaviors: string[], flags: LossFlags) =>
      change(flags.yes, changes => changes.set(type, behaviors)),
    )
  types
    .command('workflows <type> [workflows...]')
    .description(
      'set the workflows of a type, beginning with the primary workflow, or restore the default if no workflow is specified',
    )
    .option(...yes)
    .action((type: string, workflows: string[], flags: LossFlags) =>
      change(flags.yes, changes => changes.setWorkflows(type, workflows.length > 0 ? workflows : null)),
    )
}

async function listTypes({ site, asOwner }: OpenedService, { output }: CommandContext): Promise<void> {
  for (const type of await asOwner(site, 'listTypes')) {
    output.say(`${type.id}: ${type.behaviors.join(', ')}`)
    output.say(`  workflows: ${type.workflows.join(', ') || 'none'}`)
    const contributed = type.chain.filter(workflow => !type.workflows.includes(workflow))
    if (contributed.length > 0) output.say(`  workflows of behaviors: ${contributed.join(', ')}`)
    for (const line of workflowWarnings(type)) output.say(`  ${line}`)
  }
}

import { type Command, Option } from 'commander'
import type { CommandContext } from '../commandContext.js'
import type { KnownWorkflows } from './knownWorkflows.js'

// Each command loads its modules lazily, so that other commands start faster.

type AddCommand = (workflow: Command, context: CommandContext) => void

export function addWorkflowCommands(plenum: Command, context: CommandContext): void {
  const workflow = plenum.command('workflow').description('workflows')
  for (const add of [addShow, addGraph, addSimulate, addCheck, addSchema, addRepair, addPause, addResume])
    add(workflow, context)
}

async function known({ config }: CommandContext): Promise<KnownWorkflows> {
  const { knownWorkflows } = await import('./knownWorkflows.js')
  return knownWorkflows((await config()).workflowsDir)
}

interface ShowFlags {
  readonly json: boolean
  readonly type?: string
}

const addShow: AddCommand = (workflow, context) =>
  workflow
    .command('show [id]')
    .description('show a shipped workflow, a workflow in WORKFLOWS_DIR, or the workflows of a type')
    .option('--json', 'print the workflow in the format of files in WORKFLOWS_DIR', false)
    .option('--type <type>', 'show the workflows of a type, with their collisions and overlaps')
    .action(async (id: string | undefined, flags: ShowFlags) => {
      for (const line of await shown(id, flags, context)) context.output.say(line)
    })

async function shown(id: string | undefined, { json, type }: ShowFlags, context: CommandContext) {
  const all = await known(context)
  if (type !== undefined) return chainLines(type, { id, all, context })
  if (id === undefined) {
    const ids = all.definitions.map(one => one.id).join(', ')
    const { StartError } = await import('../startError.js')
    throw new StartError(`Name a workflow, or a type with --type. The existing workflows are: ${ids}.`)
  }
  const { showWorkflow, workflowFile } = await import('./showWorkflow.js')
  return json ? [workflowFile(id, all)] : showWorkflow(id, all)
}

interface ChainRequest {
  readonly id: string | undefined
  readonly all: KnownWorkflows
  readonly context: CommandContext
}

async function chainLines(type: string, { id, all, context }: ChainRequest): Promise<readonly string[]> {
  if (id !== undefined) {
    const { StartError } = await import('../startError.js')
    throw new StartError('Name either a workflow or --type, not both.')
  }
  const { showChain } = await import('./showChain.js')
  const lines: string[] = []
  await context.withService(async ({ site, asOwner }) => {
    lines.push(...showChain(type, await asOwner(site, 'listTypes'), all))
  })
  return lines
}

const addGraph: AddCommand = (workflow, context) =>
  workflow
    .command('graph <id>')
    .description('print a diagram of a shipped workflow or a workflow in WORKFLOWS_DIR')
    .addOption(new Option('--format <format>', 'output format').choices(['mermaid', 'dot']).default('mermaid'))
    .action(async (id: string, { format }: { format: 'mermaid' | 'dot' }) => {
      const { graphvizOf, mermaidOf } = await import('@plenum/core/workflow')
      const { requireWorkflow } = await import('./knownWorkflows.js')
      const definition = requireWorkflow(id, await known(context))
      context.output.say(format === 'mermaid' ? mermaidOf(definition) : graphvizOf(definition))
    })

interface SimulateFlags {
  readonly role: readonly string[]
  readonly group: readonly string[]
  readonly permission: readonly string[]
  readonly state?: string
}

const collect = (name: string, names: readonly string[]): readonly string[] => [...names, name]

const addSimulate: AddCommand = (workflow, context) =>
  workflow
    .command('simulate <id>')
    .description('show which transitions a caller can run in each state, and why other transitions are not available')
    .option('--role <role>', 'role of the caller; repeatable', collect, [])
    .option('--group <group>', 'group of the caller; repeatable', collect, [])
    .option(
      '--permission <permission>',
      'permission in addition to the permissions of the roles; repeatable',
      collect,
      [],
    )
    .option('--state <state>', 'show only this state, with all transitions')
    .action(async (id: string, { role, group, permission, state }: SimulateFlags) => {
      const { requireWorkflow } = await import('./knownWorkflows.js')
      const { simulateWorkflow } = await import('./simulateWorkflow.js')
      const definition = requireWorkflow(id, await known(context))
      const caller = { roles: role, groups: group, permissions: permission }
      for (const line of simulateWorkflow({ definition, caller }, state)) context.output.say(line)
    })

const addCheck: AddCommand = (workflow, { output, fail }) =>
  workflow
    .command('check <directory>')
    .description('check the workflows in a directory and report every error with its file and position')
    .action(async (directory: string) => {
      const { checkWorkflows } = await import('./checkWorkflows.js')
      const { isSound, lines } = checkWorkflows(directory)
      for (const line of lines) output.say(line)
      if (!isSound) fail()
    })

const addSchema: AddCommand = (workflow, { output }) =>
  workflow
    .command('schema')
    .description('print the JSON Schema of workflow files, for text editors')
    .action(async () => {
      const { workflowSchema } = await import('./workflowSchema.js')
      output.say(JSON.stringify(workflowSchema, null, 2))
    })

const addRepair: AddCommand = (workflow, { output, withService }) =>
  workflow
    .command('repair')
    .description(
      'reset the permissions of all content to the permissions of its states, and schedule missing timed transitions, for example after a change to a workflow',
    )
    .action(() =>
      withService(async ({ site, asOwner }) => {
        output.say(repairedLine(await asOwner(site, 'repairPermissions')))
        const started = await asOwner(site, 'repairTimers')
        if (started > 0) output.say(`Started the timers of ${started} object${started === 1 ? '' : 's'}.`)
      }),
    )

const addPause: AddCommand = (workflow, { output, withService }) =>
  workflow
    .command('pause')
    .description('pause all planned and timed transitions until they are resumed')
    .action(() =>
      withService(async ({ site, asOwner }) => {
        await asOwner(site, 'pauseTransitions', { paused: true })
        output.say('Planned and timed transitions are paused.')
      }),
    )

const addResume: AddCommand = (workflow, { output, withService }) =>
  workflow
    .command('resume')
    .description(
      'resume planned and timed transitions, for example after a restore, and run overdue transitions immediately',
    )
    .action(() =>
      withService(async ({ site, asOwner }) => {
        await asOwner(site, 'pauseTransitions', { paused: false })
        output.say('Planned and timed transitions run at their times. A running service runs overdue ones now.')
      }),
    )

function repairedLine(count: number): string {
  if (count === 0) return 'All permissions were already correct.'
  return `Corrected the permissions of ${count} object${count === 1 ? '' : 's'}.`
}

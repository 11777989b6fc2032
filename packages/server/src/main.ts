import cluster from 'node:cluster'
import { Command, CommanderError } from 'commander'
import {
  addImportCommands,
  addPollCommands,
  addTypeCommands,
  addWorkflowCommands,
  type CommandContext,
} from './commands.js'
import type { Output } from './compose.js'
import { addGroupCommands } from './groupCommands.js'
import { beginStart, limitHeapGrowth } from './heapGrowth.js'
import { addDoctorCommand, addPortableCommands } from './portableCommands.js'
import { addUserCommands } from './userCommands.js'

// This module and what it imports load nothing but the command line, so that `--help` is told at once.

const output: Output = { say: line => process.stdout.write(`${line}\n`) }

/** Runs the command line and returns the exit code. Only this module reads the environment of the process. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...argv])
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    const { explain } = await import('./explain.js')
    process.stderr.write(`${explain(error)}\n`)
    return 1
  }
}

const commands = [
  addUserCommands,
  addGroupCommands,
  addTypeCommands,
  addImportCommands,
  addWorkflowCommands,
  addPollCommands,
  addPortableCommands,
  addDoctorCommand,
]

function program(): Command {
  const plenum = new Command('plenum')
    .description('A content-management service for communities and conferences')
    .exitOverride()
    .showHelpAfterError()
  plenum.command('serve').description('run the service until it is told to stop').action(runServer)
  for (const add of commands) add(plenum, context)
  return plenum
}

const context: CommandContext = {
  output,
  environment: () => process.env,
  config: async () => (await import('./config.js')).readConfig(process.env),
  withService: async (work, { makesSite } = { makesSite: false }) => {
    const { withService } = await import('./withService.js')
    await withService(work, { config: await context.config(), output, makesSite })
  },
  fail: () => {
    process.exitCode = 1
  },
}

async function runServer(): Promise<void> {
  limitHeapGrowth()
  const endStart = beginStart()
  const config = await context.config()
  const surroundings = { output, onListening: endStart }
  if (cluster.isWorker) await (await import('./workers/runWorker.js')).runWorker(config, surroundings)
  else if (config.workers > 1) await (await import('./workers/runPrimary.js')).runPrimary(config, surroundings)
  else await (await import('./runUntilSignal.js')).runUntilSignal(config, surroundings)
}

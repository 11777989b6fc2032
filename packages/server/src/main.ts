import cluster from 'node:cluster'
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import type { CommandContext } from './commandContext.js'
import { addDemoCommand, addPloneExport, addPollCommands } from './commands.js'
import type { Output } from './compose.js'
import { addGroupCommands } from './groupCommands.js'
import { beginStart, limitHeapGrowth } from './heapGrowth.js'
import { addImportCommands } from './imports/importCommands.js'
import { addInitCommand } from './init/initCommand.js'
import { addMailCommands } from './mail/mailCommands.js'
import { addDoctorCommand, addPortableCommands, addUpgradeCommand } from './portableCommands.js'
import { addTypeCommands } from './types/typeCommands.js'
import { addUserCommands } from './userCommands.js'
import { addWebhookCommands } from './webhooks/webhookCommands.js'
import { addWorkflowCommands } from './workflows/workflowCommands.js'

// This module and its imports load only the command-line parser, so that `--help` is fast.

const output: Output = { say: line => process.stdout.write(`${line}\n`) }

// A program that reads the output may close the pipe early, as `head` does. In this case, this program continues
// without output.
process.stdout.on('error', error => {
  if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error
})

/** Runs the program and returns its exit code. No other module may read the environment variables of the process. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...argv])
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    const { explain } = await import('./explain.js')
    process.stderr.write(`${explain(error, process.env.LOG_LEVEL)}\n`)
    return 1
  }
}

const commands = [
  addInitCommand,
  addUserCommands,
  addGroupCommands,
  addTypeCommands,
  addImportCommands,
  addDemoCommand,
  addWorkflowCommands,
  addPollCommands,
  addWebhookCommands,
  addMailCommands,
  addPortableCommands,
  addUpgradeCommand,
  addPloneExport,
  addDoctorCommand,
]

/** Creates the command-line interface. The tool that generates the reference documentation also uses this function. */
export function program(): Command {
  const plenum = new Command('plenum')
    .description('A content-management service for communities and conferences')
    .version(versionOfProgram(), '-V, --version', 'print the version')
    .option(
      '--env-file <file>',
      'file with settings, one NAME=value per line; environment variables take precedence over this file',
    )
    .hook('preAction', command => loadSettings(command.opts<{ envFile?: string }>().envFile))
    .addHelpText('after', `\nSettings are environment variables, listed in docs/configuration.md.`)
    .exitOverride()
    .showHelpAfterError()
  plenum.command('serve').description('run the service until it receives a stop signal').action(runServer)
  for (const add of commands) add(plenum, context)
  return plenum
}

const versionOfProgram = (): string =>
  JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

async function loadSettings(file: string | undefined): Promise<void> {
  if (file === undefined) return
  try {
    process.loadEnvFile(file)
  } catch (error) {
    const { StartError } = await import('./startError.js')
    throw new StartError(`--env-file: ${file} cannot be read (${(error as NodeJS.ErrnoException).code ?? error}).`)
  }
}

const context: CommandContext = {
  output,
  environment: () => process.env,
  config: async () => (await import('./config.js')).readConfig(process.env),
  withService: async task => {
    const { withService } = await import('./withService.js')
    await withService(task, { config: await context.config(), output })
  },
  importInto: async incoming => {
    const { importInto } = await import('./imports/importInto.js')
    if (!(await importInto(incoming, await context.config(), output))) context.fail()
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

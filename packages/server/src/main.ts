import { DomainError, ModelError } from '@plenum/core'
import { Command, CommanderError } from 'commander'
import {
  addImportCommands,
  addPollCommands,
  addTypeCommands,
  addWorkflowCommands,
  type CommandContext,
  type Work,
} from './commands.js'
import { compose, type Output } from './compose.js'
import { ConfigError, readConfig } from './config.js'
import { requireDatabase } from './database.js'
import { addGroupCommands } from './groupCommands.js'
import { limitHeapGrowth } from './limitHeapGrowth.js'
import { StartError } from './startError.js'
import { addUserCommands } from './userCommands.js'

const output: Output = { say: line => process.stdout.write(`${line}\n`) }

/** Runs the command line and returns the exit code. Only this module reads the environment of the process. */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    await program().parseAsync([...argv])
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    process.stderr.write(`${explain(error)}\n`)
    return 1
  }
}

/** Errors that the user can fix have no stack trace; all others are bugs and have one. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError || error instanceof ModelError) return error.message
  if (error instanceof DomainError) return [error.message, ...problemsOf(error), ...causeOf(error)].join('\n  ')
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function causeOf({ cause }: DomainError): readonly string[] {
  return cause instanceof Error ? [cause.message] : []
}

function problemsOf({ details: { problems = [] } }: DomainError): readonly string[] {
  return problems.map(
    ({ field, message }) => new DomainError('bad-request', message).message + (field ? ` (${field})` : ''),
  )
}

const commands = [
  addUserCommands,
  addGroupCommands,
  addTypeCommands,
  addImportCommands,
  addWorkflowCommands,
  addPollCommands,
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
  config: () => readConfig(process.env),
  withService,
  fail: () => {
    process.exitCode = 1
  },
}

async function withService(work: Work, { makesSite } = { makesSite: false }): Promise<void> {
  const config = readConfig(process.env)
  if (!makesSite) requireDatabase(config.dataDir)
  const service = await compose(config, output)
  try {
    await work(service, config)
  } finally {
    await service.close()
  }
}

async function runServer(): Promise<void> {
  // Imported only here, because commands do not need these modules and start faster without them.
  const [{ pino }, { serve }] = await Promise.all([import('pino'), import('./serve.js')])
  limitHeapGrowth()
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel, base: null })
  const server = await serve(config, { log, output })
  log.info({ url: server.url, dataDir: config.dataDir }, 'listening')
  await new Promise<void>(resolve => {
    const stop = (signal: NodeJS.Signals): void => {
      log.info({ signal }, 'stopping')
      server.stop().then(resolve, resolve)
    }
    process.once('SIGTERM', stop).once('SIGINT', stop)
  })
}

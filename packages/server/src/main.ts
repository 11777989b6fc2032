import { DomainError } from '@plenum/core'
import { Command, CommanderError, Option } from 'commander'
import { pino } from 'pino'
import { compose, type Output } from './compose.js'
import { ConfigError, readConfig } from './config.js'
import { StartError } from './database.js'
import { importScheduleFile } from './importSchedule.js'
import { readPassword } from './readPassword.js'
import { serve } from './serve.js'
import { checkWorkflows, drawWorkflow } from './workflows/workflowCommands.js'

const output: Output = { say: line => process.stdout.write(`${line}\n`) }

/** Runs the command line; the answer is the exit code. The only place that reads the process's environment. */
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

/** What a person can mend is told without a stack; anything else is a fault of ours and keeps it. */
function explain(error: unknown): string {
  if (error instanceof ConfigError || error instanceof StartError) return error.message
  if (error instanceof DomainError) return [error.message, ...problemsOf(error)].join('\n  ')
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function problemsOf({ details: { problems = [] } }: DomainError): readonly string[] {
  return problems.map(
    ({ field, message }) => new DomainError('bad-request', message).message + (field ? ` (${field})` : ''),
  )
}

function program(): Command {
  const plenum = new Command('plenum')
    .description('A content-management service for communities and conferences')
    .exitOverride()
    .showHelpAfterError()
  plenum.command('serve').description('run the service until it is told to stop').action(runServer)
  const user = plenum.command('user').description('users')
  user
    .command('add <name>')
    .description('make a user; the password is asked for, or read from the first line of the input')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--fullname <name>', 'full name')
    .option('--role <role...>', 'roles for the whole site', ['Member'])
    .action((name: string, options: { email: string; fullname?: string; role: string[] }) =>
      withService(async service => {
        const { role: roles, ...known } = options
        const added = await service.site.createUser({ username: name, ...known, roles, password: await readPassword() })
        output.say(`Added ${added.id} with the roles ${added.roles.join(', ')}.`)
      }),
    )
  const importing = plenum.command('import').description('bring content in')
  importing
    .command('schedule <file>')
    .description('import a programme from a schedule.json of frab or pretalx')
    .addOption(new Option('--timezone <zone>', "IANA name of the event's time zone; the file's when left out"))
    .addOption(new Option('--event <path>', 'path of the Tech Event, on a site with several events'))
    .option(
      '--retract-missing',
      'take sessions back from publication that an earlier import made and the file lacks',
      false,
    )
    .option('--author <user>', 'user in whose name content is made; the administrator when left out')
    .action((file: string, options: { timezone?: string; event?: string; retractMissing: boolean; author?: string }) =>
      withService(async (service, config) => {
        const { done, lines } = await importScheduleFile(service.site, { file, author: config.adminUser, ...options })
        for (const line of lines) output.say(line)
        if (!done) process.exitCode = 1
      }),
    )
  const workflow = plenum.command('workflow').description('workflows')
  workflow
    .command('graph <id>')
    .description('draw a workflow, one of WORKFLOWS_DIR too')
    .addOption(
      new Option('--format <format>', 'language of the drawing').choices(['mermaid', 'dot']).default('mermaid'),
    )
    .action((id: string, { format }: { format: 'mermaid' | 'dot' }) => {
      output.say(drawWorkflow(id, { format, workflowsDir: readConfig(process.env).workflowsDir }))
    })
  workflow
    .command('check <directory>')
    .description('judge the workflows of a directory, every fault with its file and place')
    .action((directory: string) => {
      const { isSound, lines } = checkWorkflows(directory)
      for (const line of lines) output.say(line)
      if (!isSound) process.exitCode = 1
    })
  return plenum
}

async function withService(
  work: (service: Awaited<ReturnType<typeof compose>>, config: ReturnType<typeof readConfig>) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env)
  const service = await compose(config, output)
  try {
    await work(service, config)
  } finally {
    await service.close()
  }
}

async function runServer(): Promise<void> {
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

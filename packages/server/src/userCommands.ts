import type { Command } from 'commander'
import type { CommandContext } from './commandContext.js'

/** The maximum number of users that `plenum user list` lists. The option `--search` finds other users. */
const maxListed = 10_000

export interface RoleFlags {
  readonly give: readonly string[]
  readonly take: readonly string[]
}

const readPassword = async (): Promise<string> => (await import('./terminal/promptAtTerminal.js')).readPassword()

export function addUserCommands(plenum: Command, context: CommandContext): void {
  const user = plenum.command('user').description('users')
  addListing(user, context)
  addPasswords(user, context)
  addRoles(user, context)
}

function addListing(user: Command, { output, withService }: CommandContext): void {
  user
    .command('list')
    .description('list users with their roles')
    .option('--search <text>', 'part of the username, full name or email address')
    .action(({ search }: { search?: string }) =>
      withService(async ({ site, asOwner }) => {
        const filter = { limit: maxListed, ...(search === undefined ? {} : { search }) }
        const { items } = await asOwner(site, 'listUsers', filter)
        for (const { id, email, roles } of items) output.say(`${id} <${email}>: ${listOf(roles)}`)
      }),
    )
  user
    .command('remove <name>')
    .description('remove a user, but not the content and votes of the user')
    .action((name: string) =>
      withService(async ({ site, asOwner }) => {
        await asOwner(site, 'removeUser', { id: name })
        output.say(`Removed ${name}.`)
      }),
    )
}

function addPasswords(user: Command, { output, withService }: CommandContext): void {
  user
    .command('add <name>')
    .description('add a user, with a password from a prompt or from the first line of standard input')
    .requiredOption('--email <address>', 'email address')
    .option('--fullname <name>', 'full name')
    .option('--role <role...>', 'site-wide roles', ['Member'])
    .action((name: string, { role, ...profile }: { email: string; fullname?: string; role: string[] }) =>
      withService(async ({ site }) => {
        const added = await site.createUser({ username: name, ...profile, roles: role, password: await readPassword() })
        output.say(`Added ${added.id} with the roles ${added.roles.join(', ')}.`)
      }),
    )
  user
    .command('password <name>')
    .description(
      'set a password from a prompt or from the first line of standard input, and end all login sessions of the user',
    )
    .option(
      '--reset-token',
      'instead of setting a password, print a token and a URL with which the user can set one',
      false,
    )
    .action((name: string, { resetToken }: { resetToken: boolean }) =>
      withService(async ({ site, asOwner }, { publicUrl = '' }) => {
        if (resetToken) {
          const { token, path, ends } = await asOwner(site, 'issueResetToken', { id: name })
          output.say(`The token ${token} can set the password of ${name} once, until ${ends}.`)
          output.say(`The user can set the password at ${publicUrl}${path}`)
          return
        }
        await asOwner(site, 'getUser', { id: name })
        await asOwner(site, 'editUser', { id: name, body: { password: await readPassword() } })
        output.say(`Changed the password of ${name}.`)
      }),
    )
}

function addRoles(user: Command, { output, withService }: CommandContext): void {
  user
    .command('roles <name>')
    .description(
      'show the roles of a user, including roles from groups, or change the roles that are granted to the user directly',
    )
    .option('--give <role...>', 'roles to grant', [])
    .option('--take <role...>', 'roles to revoke', [])
    .action((name: string, { give, take }: RoleFlags) =>
      withService(async ({ site, asOwner }) => {
        const roles = { ...flags(give, true), ...flags(take, false) }
        await asOwner(site, 'editUser', { id: name, body: { roles } })
        const now = await asOwner(site, 'getUser', { id: name })
        output.say(`${name} has the roles ${listOf(now.roles)}.`)
      }),
    )
}

export const flags = (names: readonly string[], value: boolean): Record<string, boolean> =>
  Object.fromEntries(names.map(name => [name, value]))

export const listOf = (names: unknown): string => (Array.isArray(names) && names.length > 0 ? names.join(', ') : 'none')

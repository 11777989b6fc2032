import type { Command } from 'commander'
import type { CommandContext } from './commandContext.js'

/** Maximum number of listed users; a search finds the others. */
const maxListed = 10_000

export interface RoleFlags {
  readonly give: readonly string[]
  readonly take: readonly string[]
}

interface NewUserFlags {
  readonly email: string
  readonly fullname?: string
  readonly role: string[]
}

const readPassword = async (): Promise<string> => (await import('./readPassword.js')).readPassword()

export function addUserCommands(plenum: Command, context: CommandContext): void {
  const user = plenum.command('user').description('users')
  addListing(user, context)
  addPasswords(user, context)
  addRoles(user, context)
}

function addListing(user: Command, { output, withService }: CommandContext): void {
  user
    .command('list')
    .description('users with their roles and groups')
    .option('--search <text>', 'part of the name, full name or e-mail address')
    .action(({ search }: { search?: string }) =>
      withService(async ({ site, asOwner }) => {
        const filter = { limit: maxListed, ...(search === undefined ? {} : { search }) }
        const { items } = await asOwner(site, 'listUsers', filter)
        for (const { id, email, roles } of items) output.say(`${id} <${email}>: ${listOf(roles)}`)
      }),
    )
  user
    .command('remove <name>')
    .description('remove a user; content and votes stay')
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
    .description('make a user; the password is asked for, or read from the first line of the input')
    .requiredOption('--email <address>', 'e-mail address')
    .option('--fullname <name>', 'full name')
    .option('--role <role...>', 'roles for the whole site', ['Member'])
    .action((name: string, { role, ...known }: NewUserFlags) =>
      withService(async ({ site }) => {
        const added = await site.createUser({ username: name, ...known, roles: role, password: await readPassword() })
        output.say(`Added ${added.id} with the roles ${added.roles.join(', ')}.`)
      }),
    )
  user
    .command('password <name>')
    .description('set a password, which is asked for, or read from the first line of the input; all logins end')
    .option('--reset-token', 'print a token with which the user sets one, and the address for it', false)
    .action((name: string, { resetToken }: { resetToken: boolean }) =>
      withService(async ({ site, asOwner }, { publicUrl = '' }) => {
        if (resetToken) {
          const { token, path, ends } = await asOwner(site, 'issueResetToken', { id: name })
          output.say(`The token ${token} sets the password of ${name} once, until ${ends}.`)
          output.say(`A front end asks for it at ${publicUrl}${path}`)
          return
        }
        await asOwner(site, 'getUser', { id: name })
        await asOwner(site, 'editUser', { id: name, body: { password: await readPassword() } })
        output.say(`${name} has another password.`)
      }),
    )
}

function addRoles(user: Command, { output, withService }: CommandContext): void {
  user
    .command('roles <name>')
    .description('tell the roles of a user, those of groups included, or change those of the user alone')
    .option('--give <role...>', 'roles that the user gets', [])
    .option('--take <role...>', 'roles that the user loses', [])
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

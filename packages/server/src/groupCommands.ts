import type { GroupPayload, GroupSummary } from '@plenum/core/answers'
import type { Command } from 'commander'
import type { CommandContext, OpenedService } from './commandContext.js'
import { flags, listOf, type RoleFlags } from './userCommands.js'

interface NewGroupFlags {
  readonly title?: string
  readonly role: string[]
  readonly member: string[]
}

export function addGroupCommands(plenum: Command, context: CommandContext): void {
  const group = plenum.command('group').description('groups of users')
  addListing(group, context)
  addChanges(group, context)
}

function addListing(group: Command, { output, withService }: CommandContext): void {
  group
    .command('list')
    .description('list groups with their roles and number of members')
    .action(() =>
      withService(async ({ site, asOwner }) => {
        for (const group of await asOwner(site, 'listGroups', {}))
          output.say(`${group.id} (${group.title}): ${listOf(rolesOf(group))}; members: ${membersOf(group).length}`)
      }),
    )
  group
    .command('add <id>')
    .description('add a group')
    .option('--title <title>', 'title of the group (default: the id)')
    .option('--role <role...>', 'site-wide roles of the members', [])
    .option('--member <user...>', 'members of the group', [])
    .action((id: string, { title = id, role: roles, member: users }: NewGroupFlags) =>
      withService(async ({ site, asOwner }) => {
        await asOwner(site, 'addGroup', { groupname: id, title, roles, users })
        output.say(`Added the group ${id}.`)
      }),
    )
  group
    .command('remove <id>')
    .description('remove a group, but not the users who are its members')
    .action((id: string) =>
      withService(async ({ site, asOwner }) => {
        await asOwner(site, 'removeGroup', { id })
        output.say(`Removed the group ${id}.`)
      }),
    )
}

function addChanges(group: Command, { output, withService }: CommandContext): void {
  const say = async ({ site, asOwner }: OpenedService, id: string): Promise<void> => {
    const now = await asOwner(site, 'getGroup', { id })
    output.say(`${id} has the roles ${listOf(rolesOf(now))} and the members ${listOf(membersOf(now))}.`)
  }
  group
    .command('members <id>')
    .description('show or change the members of a group')
    .option('--add <user...>', 'users to add', [])
    .option('--remove <user...>', 'users to remove', [])
    .action((id: string, { add, remove }: { add: readonly string[]; remove: readonly string[] }) =>
      withService(async service => {
        const { site, asOwner } = service
        const users = { ...flags(add, true), ...flags(remove, false) }
        if (Object.keys(users).length > 0) await asOwner(site, 'editGroup', { id, body: { users } })
        await say(service, id)
      }),
    )
  group
    .command('roles <id>')
    .description('show or change the roles of a group')
    .option('--give <role...>', 'roles to grant', [])
    .option('--take <role...>', 'roles to revoke', [])
    .action((id: string, { give, take }: RoleFlags) =>
      withService(async service => {
        const { site, asOwner } = service
        const before = rolesOf(await asOwner(site, 'getGroup', { id }))
        const roles = [...before.filter(role => !take.includes(role)), ...give]
        if (give.length + take.length > 0) await asOwner(site, 'editGroup', { id, body: { roles } })
        await say(service, id)
      }),
    )
}

const rolesOf = ({ roles }: GroupSummary): readonly string[] => roles.filter(role => role !== 'Authenticated')

const membersOf = (group: GroupSummary | GroupPayload): readonly string[] =>
  'members' in group ? group.members.items : []

import type { Parts } from '@plenum/core/ports'
import type { Connection } from '../../connection.js'
import { groupAs, portraitAs } from '../../people/changePeople.js'
import { fillEndedLogins } from '../../people/endedLogins.js'
import { addition } from '../../people/userDirectory.js'
import { list, sql } from '../../sql.js'
import { rejectDangling } from './danglingParts.js'

export async function fillUsers(connection: Connection, users: readonly Parts['user'][]): Promise<void> {
  for (const { user, endedLogins } of users) {
    await connection.run(addition(user))
    await fillEndedLogins(connection, user.id, endedLogins)
  }
}

export async function fillPortraits(connection: Connection, portraits: readonly Parts['portrait'][]): Promise<void> {
  for (const { user, portrait } of portraits)
    if ((await connection.run(portraitAs(user, portrait))) === 0) rejectDangling('portrait', user)
}

export async function fillGroups(connection: Connection, groups: readonly Parts['group'][]): Promise<void> {
  for (const group of groups) await connection.run(groupAs(group))
}

export async function fillFormerUsers(connection: Connection, users: readonly Parts['formerUser'][]): Promise<void> {
  await connection.run(sql`INSERT INTO former_user (id) VALUES ${list(users.map(({ id }) => sql`(${id})`))}`)
}

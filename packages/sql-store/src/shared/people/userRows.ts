import { fold, type Holders, type User } from '@plenum/core/ports'
import { among, type Sql, sql } from '../sql.js'

export function replacement(user: User): Sql {
  const { id, fullname, email } = user
  return sql`
    UPDATE "user" SET folded_fullname = ${fold(fullname ?? '')}, folded_email = ${fold(email)}, doc = ${JSON.stringify(user)}
    WHERE id = ${id}`
}

/** Whether a row `u` of users has one of the roles, or is in one of the groups. */
export function holdersOf({ roles, groups }: Holders): Sql {
  return sql`(EXISTS (SELECT 1 FROM {roles of u} r WHERE r.value IN ${among(roles)})
    OR EXISTS (SELECT 1 FROM {groups of u} g WHERE g.value IN ${among(groups)}))`
}

import { rootPath } from '../../foundation/paths.js'
import type { World } from './environment.js'

/** The hidden field of the site root that keeps whether a login may name an e-mail address. */
export const emailAsLogin = 'use_email_as_login'

export async function takesEmails({ store }: Pick<World, 'store'>): Promise<boolean> {
  const { lineage } = await store.read(reader => reader.open(rootPath))
  return lineage[0]?.fields[emailAsLogin] === true
}

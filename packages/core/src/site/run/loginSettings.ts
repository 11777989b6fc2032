import { rootPath } from '../../foundation/paths.js'
import type { World } from './environment.js'

/** The hidden field of the site root that stores whether e-mail addresses are accepted as login names. */
export const emailAsLogin = 'use_email_as_login'

export async function takesEmails({ store }: Pick<World, 'store'>): Promise<boolean> {
  const { lineage } = await store.read(reader => reader.open(rootPath))
  return lineage[0]?.fields[emailAsLogin] === true
}

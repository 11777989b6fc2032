import { rootPath } from '../../foundation/paths.js'
import type { Platform } from './environment.js'

/** The hidden field of the site root that stores whether e-mail addresses are accepted as login names. */
export const emailAsLogin = 'use_email_as_login'

export async function acceptsEmailLogins({ store }: Pick<Platform, 'store'>): Promise<boolean> {
  const { lineage } = await store.read(reader => reader.open(rootPath))
  return lineage[0]?.fields[emailAsLogin] === true
}

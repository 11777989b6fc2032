import type { Config, Environment } from './configuration.js'

type Report = (problem: string) => void

/** The URLs of the database and its replicas. No message repeats their values, because they contain passwords. */
export function readDatabaseUrls(env: Environment, report: Report): Pick<Config, 'databaseUrl' | 'databaseReadUrls'> {
  const databaseUrl = env.DATABASE_URL || undefined
  const databaseReadUrls = (env.DATABASE_READ_URL ?? '')
    .split(',')
    .map(url => url.trim())
    .filter(url => url !== '')
  if (databaseUrl !== undefined && !isDatabaseUrl(databaseUrl))
    report('DATABASE_URL: must be a URL such as postgres://user:password@host:5432/database.')
  if (!databaseReadUrls.every(isDatabaseUrl))
    report(
      'DATABASE_READ_URL: must be a comma-separated list of URLs such as postgres://user:password@host:5432/database.',
    )
  if (databaseReadUrls.length > 0 && databaseUrl === undefined)
    report('DATABASE_READ_URL: requires DATABASE_URL, the database that these replicas follow.')
  return { databaseUrl, databaseReadUrls }
}

const isDatabaseUrl = (text: string): boolean => URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol)

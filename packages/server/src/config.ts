import path from 'node:path'
import { problemOfPassword, translateEnglish } from '@plenum/core'
import {
  defaultMemoizeSettings,
  type MemoizeSettings,
  memoizeVariables,
  readMemoizeSettings,
  type VariableProblem,
} from '@plenum/core/memoize'
import { passwordCosts } from '@plenum/platform'
import { readRedisAddress } from '@plenum/redis-store'
import { readMailSettings } from './mail/readMailSettings.js'
import { newSiteVariables } from './settings/newSiteVariables.js'
import { type Environment, recordReads } from './settings/recordReads.js'
import {
  adminUser,
  flag,
  language,
  logLevel,
  type NumberSetting,
  origins,
  type Report,
  readDatabaseUrls,
  readPublicUrl,
  trustProxy,
  webhookHosts,
  wholeNumber,
} from './settings/settingValues.js'
import { unknownSettings } from './settings/unknownSettings.js'

/** The error for an invalid configuration. The message contains one line for each problem. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['The configuration has errors:', ...problems].join('\n  '))
  }
}

/** The settings of the server, from environment variables (docs/configuration.md). */
export type Config = Readonly<ReturnType<typeof collect>>

export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const { env, names } = recordReads(environment)
  const config = collect(env, problem => problems.push(problem))
  problems.push(...unknownSettings(environment, names))
  if (config.metricsPort === config.port && config.port !== 0) problems.push('METRICS_PORT: must differ from PORT.')
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

function collect(env: Environment, report: Report) {
  const adminPassword = env.ADMIN_PASSWORD || undefined
  const problem = adminPassword === undefined ? undefined : problemOfPassword(adminPassword)
  if (problem) report(`ADMIN_PASSWORD: ${translateEnglish(problem)}`)
  const publicUrl = readPublicUrl(env.PUBLIC_URL, report)
  const number = (setting: NumberSetting): number => wholeNumber(env, setting, report)
  const { min, usual, max } = passwordCosts
  return {
    port: number({ name: 'PORT', fallback: 8080, max: 65_535 }),
    host: env.HOST || '127.0.0.1',
    publicUrl,
    dataDir: path.resolve(env.DATA_DIR || 'var'),
    ...readDatabaseUrls(env, report),
    /** The maximum lag of a replica, in seconds. */
    replicaMaxLag: number({ name: 'REPLICA_MAX_LAG', fallback: 1, min: 1, max: 600 }),
    adminUser: adminUser(env.ADMIN_USER, report),
    adminPassword,
    emptySite: flag(env, 'EMPTY_SITE', report),
    /** The base-2 logarithm of the cost of new password hashes. The cost of existing hashes does not change. */
    passwordCost: number({ name: 'PASSWORD_COST', fallback: usual, min, max }),
    trustProxy: trustProxy(env.TRUST_PROXY, report),
    workflowsDir: env.WORKFLOWS_DIR || undefined,
    /** A directory with message catalogs in addition to the shipped catalogs. */
    languagesDir: env.LANGUAGES_DIR || undefined,
    logLevel: logLevel(env.LOG_LEVEL, report),
    /** Whether log lines contain the address and the user of each request. */
    logClients: flag(env, 'LOG_CLIENTS', report),
    /** The port for `/metrics` on the host `HOST`, or null to disable the metrics. */
    metricsPort: env.METRICS_PORT ? number({ name: 'METRICS_PORT', fallback: 0, max: 65_535 }) : null,
    memoize: readMemoizeConfig(env, report),
    /** The maximum number of anonymous votes per minute from one IP address. The value 0 means unlimited. */
    voteRateLimit: number({ name: 'VOTE_RATE_LIMIT', fallback: 0, max: 1_000_000 }),
    maxUpload: number({ name: 'MAX_UPLOAD', fallback: 25 * 1024 * 1024, max: 1024 * 1024 * 1024 }),
    /** The size of the response cache, in bytes. The value 0 disables the cache. */
    answerCacheBytes: number({ name: 'KEPT_ANSWERS', fallback: 64 * 1024 * 1024, max: 2 ** 34 }),
    /**
     * The maximum total size, in bytes, of responses that clients have not yet read. All processes share this limit.
     */
    answerRoom: number({ name: 'ANSWER_ROOM', fallback: 2 ** 27, min: 65_536, max: 2 ** 34 }),
    workers: number({ name: 'WORKERS', fallback: 1, min: 1, max: 128 }),
    /** The maximum number of connections that read from the database. */
    readers: number({ name: 'READERS', fallback: 8, min: 2, max: 1000 }),
    longRequests: number({ name: 'LONG_REQUESTS', fallback: 2, min: 1, max: 1000 }),
    /** The maximum time for which a change waits for other changes, in seconds. */
    writeWait: number({ name: 'WRITE_WAIT', fallback: 10, min: 1, max: 3600 }),
    /** The maximum numbers of failed logins per minute for a user name and for an IP address. */
    loginFailures: {
      name: number({ name: 'LOGIN_FAILURES_NAME', fallback: 10, min: 1, max: 1_000_000 }),
      address: number({ name: 'LOGIN_FAILURES_ADDRESS', fallback: 30, min: 1, max: 1_000_000 }),
    },
    /** The lifetime of a login, in seconds. */
    loginLifetime: number({ name: 'LOGIN_LIFETIME', fallback: 43_200, min: 60, max: 2_592_000 }),
    /** The lifetime of a token for setting a password, in seconds. */
    passwordResetLifetime: number({ name: 'PASSWORD_RESET_LIFETIME', fallback: 86_400, min: 3600, max: 2_592_000 }),
    /** The settings for sending emails, or undefined if the site sends no emails. */
    mail: readMailSettings(env, publicUrl, report),
    passwordChecks: number({ name: 'PASSWORD_CHECKS', fallback: 2, min: 1, max: 1000 }),
    maxConnections: number({ name: 'MAX_CONNECTIONS', fallback: 1000, min: 1, max: 1_000_000 }),
    /**
     * The time, in seconds, for which the server continues to serve requests after a stop signal. During this time, the
     * server reports that it is not ready.
     */
    stopDelay: number({ name: 'STOP_DELAY', fallback: 0, max: 3600 }),
    /** The time, in seconds, for which running requests may continue after `STOP_DELAY`. */
    stopGrace: number({ name: 'STOP_GRACE', fallback: 10, max: 600 }),
    /** The maximum number of live streams of poll results per process. */
    liveStreams: number({ name: 'LIVE_STREAMS', fallback: 200, max: 100_000 }),
    /** Whether the service sends HTML pages to clients that prefer HTML to JSON. */
    pages: env.PAGES ? flag(env, 'PAGES', report) : true,
    /** The language of a new site, as a language tag such as `de`. */
    language: language(env.LANGUAGE, report),
    /**
     * The origins whose pages may read and change content, such as `https://www.example.org`. The entry `*` allows
     * pages from all origins to read content without credentials.
     */
    corsOrigins: origins(env.CORS_ORIGINS, report),
    /** The private hosts, addresses and networks to which webhooks may send messages. */
    webhookHosts: webhookHosts(env.WEBHOOK_HOSTS, report),
    /** The names of the environment variables that are set but affect only new sites. */
    newSiteVariables: newSiteVariables(env),
  }
}

/**
 * Reads the settings of the shared cache. If there are problems, reports them and returns the default settings. Unknown
 * `SHARED_MEMOIZE_` variables are also reported. No report contains the URL, because the URL may contain a password.
 */
function readMemoizeConfig(environment: Environment, report: Report): MemoizeSettings {
  const reading = readMemoizeSettings(environment)
  const settingProblems = reading.ok ? [] : reading.problems
  const isAddressBad = settingProblems.some(({ variable }) => variable === address)
  const all = [...settingProblems, ...(isAddressBad ? [] : addressProblems(environment)), ...unknownNames(environment)]
  for (const { variable, problem } of all) report(`${variable}: ${problem}`)
  return reading.ok ? reading.settings : defaultMemoizeSettings
}

const address = 'SHARED_MEMOIZE_URL'

function addressProblems({ [address]: text = '' }: Environment): readonly VariableProblem[] {
  if (text.trim() === '') return []
  try {
    readRedisAddress(text.trim())
    return []
  } catch (error) {
    return [{ variable: address, problem: error instanceof Error ? error.message : 'cannot be read.' }]
  }
}

const unknownNames = (environment: Environment): readonly VariableProblem[] =>
  Object.keys(environment)
    .filter(name => name.startsWith('SHARED_MEMOIZE_') && !memoizeVariables.includes(name) && environment[name])
    .map(variable => ({ variable, problem: `is not a setting. The settings are ${memoizeVariables.join(', ')}.` }))

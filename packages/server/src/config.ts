import path from 'node:path'
import { isUserId, problemOfPassword, translateEnglish, withoutTrailing } from '@plenum/core'
import type { MemoizeSettings } from '@plenum/core/memoize'
import { passwordCosts } from '@plenum/platform'
import type { Config, Environment } from './configuration.js'
import { readDatabaseUrls } from './databaseUrls.js'
import { readMailSettings } from './mail/readMailSettings.js'
import { readMemoizeConfig } from './memoize/readMemoizeConfig.js'
import { newSiteVariables } from './settings/newSiteVariables.js'
import { recordReads } from './settings/recordReads.js'
import { trustProxy } from './settings/trustProxy.js'
import { unknownSettings } from './settings/unknownSettings.js'

/** All problems of the configuration, one line for each. */
export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(['The configuration has errors:', ...problems].join('\n  '))
  }
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function readConfig(environment: Environment): Config {
  const problems: string[] = []
  const { env, names } = recordReads(environment)
  const config = collect(env, problem => problems.push(problem))
  problems.push(...unknownSettings(environment, names))
  if (config.metricsPort === config.port && config.port !== 0) problems.push('METRICS_PORT: must differ from PORT.')
  if (problems.length > 0) throw new ConfigError(problems)
  return config
}

type Report = (problem: string) => void

function collect(env: Environment, report: Report): Config {
  const adminPassword = env.ADMIN_PASSWORD || undefined
  const problem = adminPassword === undefined ? undefined : problemOfPassword(adminPassword)
  if (problem) report(`ADMIN_PASSWORD: ${translateEnglish(problem)}`)
  const publicUrl = readPublicUrl(env.PUBLIC_URL, report)
  return {
    port: wholeNumber(env, { name: 'PORT', fallback: 8080, max: 65_535 }, report),
    host: env.HOST || '127.0.0.1',
    publicUrl,
    dataDir: path.resolve(env.DATA_DIR || 'var'),
    ...readDatabaseUrls(env, report),
    replicaMaxLag: wholeNumber(env, { name: 'REPLICA_MAX_LAG', fallback: 1, min: 1, max: 600 }, report),
    adminUser: adminUser(env.ADMIN_USER, report),
    adminPassword,
    emptySite: flag(env, 'EMPTY_SITE', report),
    passwordCost: passwordCost(env, report),
    trustProxy: trustProxy(env.TRUST_PROXY, report),
    workflowsDir: env.WORKFLOWS_DIR || undefined,
    languagesDir: env.LANGUAGES_DIR || undefined,
    logLevel: logLevel(env.LOG_LEVEL, report),
    logClients: flag(env, 'LOG_CLIENTS', report),
    metricsPort: env.METRICS_PORT ? wholeNumber(env, { name: 'METRICS_PORT', fallback: 0, max: 65_535 }, report) : null,
    memoize: memoizeSettings(env, report),
    voteRateLimit: wholeNumber(env, { name: 'VOTE_RATE_LIMIT', fallback: 0, max: 1_000_000 }, report),
    maxUpload: wholeNumber(env, { name: 'MAX_UPLOAD', fallback: 25 * 1024 * 1024, max: 1024 * 1024 * 1024 }, report),
    answerCacheBytes: wholeNumber(env, { name: 'KEPT_ANSWERS', fallback: 64 * 1024 * 1024, max: 2 ** 34 }, report),
    answerRoom: wholeNumber(env, { name: 'ANSWER_ROOM', fallback: 2 ** 27, min: 65_536, max: 2 ** 34 }, report),
    workers: wholeNumber(env, { name: 'WORKERS', fallback: 1, min: 1, max: 128 }, report),
    readers: wholeNumber(env, { name: 'READERS', fallback: 8, min: 2, max: 1000 }, report),
    longRequests: wholeNumber(env, { name: 'LONG_REQUESTS', fallback: 2, min: 1, max: 1000 }, report),
    writeWait: wholeNumber(env, { name: 'WRITE_WAIT', fallback: 10, min: 1, max: 3600 }, report),
    loginFailures: {
      name: wholeNumber(env, { name: 'LOGIN_FAILURES_NAME', fallback: 10, min: 1, max: 1_000_000 }, report),
      address: wholeNumber(env, { name: 'LOGIN_FAILURES_ADDRESS', fallback: 30, min: 1, max: 1_000_000 }, report),
    },
    loginLifetime: wholeNumber(env, { name: 'LOGIN_LIFETIME', fallback: 43_200, min: 60, max: 2_592_000 }, report),
    passwordResetLifetime: wholeNumber(
      env,
      { name: 'PASSWORD_RESET_LIFETIME', fallback: 86_400, min: 3600, max: 2_592_000 },
      report,
    ),
    mail: readMailSettings(env, publicUrl, report),
    passwordChecks: wholeNumber(env, { name: 'PASSWORD_CHECKS', fallback: 2, min: 1, max: 1000 }, report),
    maxConnections: wholeNumber(env, { name: 'MAX_CONNECTIONS', fallback: 1000, min: 1, max: 1_000_000 }, report),
    stopDelay: wholeNumber(env, { name: 'STOP_DELAY', fallback: 0, max: 3600 }, report),
    stopGrace: wholeNumber(env, { name: 'STOP_GRACE', fallback: 10, max: 600 }, report),
    liveStreams: wholeNumber(env, { name: 'LIVE_STREAMS', fallback: 200, max: 100_000 }, report),
    pages: env.PAGES ? flag(env, 'PAGES', report) : true,
    language: language(env.LANGUAGE, report),
    corsOrigins: origins(env.CORS_ORIGINS, report),
    newSiteVariables: newSiteVariables(env),
  }
}

function memoizeSettings(env: Environment, report: Report): MemoizeSettings {
  const { settings, problems } = readMemoizeConfig(env)
  for (const problem of problems) report(problem)
  return settings
}

interface NumberSetting {
  readonly name: string
  readonly fallback: number
  readonly min?: number
  readonly max: number
}

function wholeNumber(env: Environment, { name, fallback, min = 0, max }: NumberSetting, report: Report): number {
  const text = env[name]
  if (!text) return fallback
  const number = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max)) report(`${name}: must be a whole number from ${min} to ${max}, not "${text}".`)
  return number
}

function passwordCost(env: Environment, report: Report): number {
  const { min, usual, max } = passwordCosts
  return wholeNumber(env, { name: 'PASSWORD_COST', fallback: usual, min, max }, report)
}

function flag(env: Environment, name: string, report: Report): boolean {
  const text = env[name] ?? ''
  if (!['', '0', '1', 'true', 'false'].includes(text)) report(`${name}: must be 1 or 0, not "${text}".`)
  return text === '1' || text === 'true'
}

function readPublicUrl(text: string | undefined, report: Report): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBase = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
  if (!isBase)
    report(`PUBLIC_URL: must be an http or https URL without query or credentials, not "${url ? url.origin : text}".`)
  return withoutTrailing(text, '/')
}

function adminUser(text: string | undefined, report: Report): string {
  if (!text) return 'admin'
  if (!isUserId(text)) report(`ADMIN_USER: must consist of 3 to 100 letters, digits and . _ @ + -, not "${text}".`)
  return text
}

/** Desktops also set LANGUAGE, to a list such as `pt_BR.UTF-8:en`. The first language of the list is used. */
function language(text: string | undefined, report: Report): string {
  const [first = ''] = (text ?? '').split(/[:.]/)
  const tag = first.replaceAll('_', '-')
  if (tag === '' || tag === 'C') return 'en'
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag))
    report(`LANGUAGE: must be a language tag such as de or pt-BR, not "${text}".`)
  return tag
}

function origins(text: string | undefined, report: Report): readonly string[] {
  const named = (text ?? '').split(',').map(origin => origin.trim())
  const allowed = named.filter(origin => origin !== '')
  for (const origin of allowed)
    if (origin !== '*' && (!URL.canParse(origin) || new URL(origin).origin !== origin))
      report(
        `CORS_ORIGINS: must be * or a comma-separated list of origins such as https://www.example.org, not "${origin}".`,
      )
  return allowed
}

function logLevel(text: string | undefined, report: Report): string {
  if (!text) return 'info'
  if (!logLevels.includes(text)) report(`LOG_LEVEL: must be one of ${logLevels.join(', ')}, not "${text}".`)
  return text
}

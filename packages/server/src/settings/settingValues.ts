import { isIP } from 'node:net'
import { isUserId, withoutTrailing } from '@plenum/core'
import { isHostEntry } from '@plenum/platform'
import type { Environment } from './recordReads.js'

export type Report = (problem: string) => void

export interface NumberSetting {
  readonly name: string
  readonly fallback: number
  readonly min?: number
  readonly max: number
}

export function wholeNumber(env: Environment, { name, fallback, min = 0, max }: NumberSetting, report: Report): number {
  const text = env[name]
  if (!text) return fallback
  const number = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= min && number <= max)) report(`${name}: must be a whole number from ${min} to ${max}, not "${text}".`)
  return number
}

export function flag(env: Environment, name: string, report: Report): boolean {
  const text = env[name] ?? ''
  if (!['', '0', '1', 'true', 'false'].includes(text)) report(`${name}: must be 1 or 0, not "${text}".`)
  return text === '1' || text === 'true'
}

export function readPublicUrl(text: string | undefined, report: Report): string | undefined {
  if (!text) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isBase = url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
  if (!isBase)
    report(
      `PUBLIC_URL: must be an http or https URL without query, fragment or credentials, not "${url ? url.origin : text}".`,
    )
  return withoutTrailing(text, '/')
}

export function adminUser(text: string | undefined, report: Report): string {
  if (!text) return 'admin'
  if (!isUserId(text)) report(`ADMIN_USER: must consist of 2 to 100 letters, digits and . _ @ + -, not "${text}".`)
  return text
}

/**
 * Reads the language of a new site. Desktop environments set LANGUAGE to a list such as `pt_BR.UTF-8:en`, in which
 * case the first language is used.
 */
export function language(text: string | undefined, report: Report): string {
  const [first = ''] = (text ?? '').split(/[:.]/)
  const tag = first.replaceAll('_', '-')
  if (tag === '' || tag === 'C') return 'en'
  if (!/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$/.test(tag))
    report(`LANGUAGE: must be a language tag such as de or pt-BR, not "${text}".`)
  return tag
}

export function origins(text: string | undefined, report: Report): readonly string[] {
  const allowed = listed(text)
  for (const origin of allowed)
    if (origin !== '*' && (!URL.canParse(origin) || new URL(origin).origin !== origin))
      report(
        `CORS_ORIGINS: must be * or a comma-separated list of origins such as https://www.example.org, not "${origin}".`,
      )
  return allowed
}

export function webhookHosts(text: string | undefined, report: Report): readonly string[] {
  const hosts = listed(text)
  for (const host of hosts)
    if (!isHostEntry(host))
      report(
        `WEBHOOK_HOSTS: must be a comma-separated list of host names, IP addresses and networks such as hooks.local or 10.1.0.0/16, without scheme and port, not "${host}".`,
      )
  return hosts
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

export function logLevel(text: string | undefined, report: Report): string {
  if (!text) return 'info'
  if (!logLevels.includes(text)) report(`LOG_LEVEL: must be one of ${logLevels.join(', ')}, not "${text}".`)
  return text
}

/** Returns the value for Express's `trust proxy` setting: a boolean, a number of proxies, or IP addresses. */
export function trustProxy(text = '', report: Report): string | number | boolean {
  if (text === '' || text === 'false') return false
  if (text === 'true') return true
  if (/^\d{1,3}$/.test(text)) return Number(text)
  for (const address of text.split(',').map(part => part.trim()))
    if (!isNetwork(address))
      report(
        `TRUST_PROXY: must be true, false, the number of proxies, or a comma-separated list of addresses and networks such as 10.0.0.0/8 or loopback, not "${address}".`,
      )
  return text
}

function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, more] = text.split('/')
  const maxBits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  return (
    maxBits > 0 && more === undefined && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
  )
}

/** Reads the URLs of databases. Error messages never contain the URLs, because URLs can contain passwords. */
export function readDatabaseUrls(env: Environment, report: Report) {
  const databaseUrl = env.DATABASE_URL || undefined
  const databaseReadUrls = listed(env.DATABASE_READ_URL)
  if (databaseUrl !== undefined && !isDatabaseUrl(databaseUrl))
    report('DATABASE_URL: must be a URL such as postgres://user:password@host:5432/database.')
  if (!databaseReadUrls.every(isDatabaseUrl))
    report(
      'DATABASE_READ_URL: must be a comma-separated list of URLs such as postgres://user:password@host:5432/database.',
    )
  if (databaseReadUrls.length > 0 && databaseUrl === undefined)
    report('DATABASE_READ_URL: requires DATABASE_URL, the database that these replicas follow.')
  return {
    /** The URL of the PostgreSQL database that replaces the file in the data directory. */
    databaseUrl,
    /** The URLs of the database replicas, from which the requests of visitors are served. */
    databaseReadUrls,
  }
}

const isDatabaseUrl = (text: string): boolean => URL.canParse(text) && /^postgres(?:ql)?:$/.test(new URL(text).protocol)

const listed = (text = ''): readonly string[] =>
  text
    .split(',')
    .map(entry => entry.trim())
    .filter(entry => entry !== '')

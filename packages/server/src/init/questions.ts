import type { Environment } from '../settings/recordReads.js'

/** The answers to the questions of `plenum init`, by question. */
export interface Answers {
  readonly publicUrl?: string
  readonly database?: string
  readonly language?: string
  readonly demo?: string
  readonly mail?: string
}

export interface Question {
  readonly key: keyof Answers
  readonly text: string
  readonly usual: string
  /**
   * The pattern of valid answers, and its description. Without a pattern, the resulting settings are checked instead.
   */
  readonly valid?: { readonly pattern: RegExp; readonly expected: string }
  /** Returns the settings that result from an answer. `earlier` contains the settings from previous answers. */
  settings(answer: string, earlier: Environment): Readonly<Record<string, string>>
}

const isYes = (answer: string): boolean => /^(?:y|yes|1|true)$/i.test(answer)

const databaseSettings = (answer: string): Readonly<Record<string, string>> =>
  /^postgres(?:ql)?:/.test(answer) ? { DATABASE_URL: answer } : { DATA_DIR: answer }

/** The questions of `plenum init`, in order (docs/how-to/deploy.md). */
export const questions: readonly Question[] = [
  {
    key: 'publicUrl',
    text: 'Public URL of the site, such as https://www.example.org',
    usual: 'http://127.0.0.1:8080',
    settings: publicUrlSettings,
  },
  {
    key: 'database',
    text: 'Database: a directory for SQLite, or postgres://user:password@host:5432/database',
    usual: './var',
    settings: databaseSettings,
  },
  {
    key: 'language',
    text: 'Language of the site: en, de, es or pt-BR',
    usual: 'en',
    settings: answer => ({ LANGUAGE: answer }),
  },
  {
    key: 'demo',
    text: 'Begin with a demonstration conference, yes or no',
    usual: 'no',
    valid: { pattern: /^(?:y|yes|n|no|1|0|true|false)$/i, expected: 'yes or no' },
    settings: answer => ({ EMPTY_SITE: isYes(answer) ? '0' : '1' }),
  },
  {
    key: 'mail',
    text: 'Mail server, such as smtps://name:password@mail.example.org, or none',
    usual: 'none',
    settings: mailSettings,
  },
]

/**
 * Returns the settings for a public URL. For an https URL, a proxy on the same machine is assumed to terminate TLS.
 */
function publicUrlSettings(answer: string): Readonly<Record<string, string>> {
  const { protocol, hostname, port } = URL.canParse(answer) ? new URL(answer) : { protocol: '', hostname: '', port: '' }
  if (protocol === 'https:') return { PUBLIC_URL: answer, TRUST_PROXY: 'loopback' }
  const isLocal = ['127.0.0.1', 'localhost'].includes(hostname) && port !== ''
  return isLocal ? { PUBLIC_URL: answer, PORT: port } : { PUBLIC_URL: answer }
}

function mailSettings(answer: string, { PUBLIC_URL: base = '' }: Environment): Readonly<Record<string, string>> {
  if (answer === 'none') return {}
  const host = URL.canParse(base) ? new URL(base).hostname.replace(/^www\./, '') : 'localhost'
  return { SMTP_URL: answer, MAIL_FROM: `plenum@${host}` }
}

import type { MemoizeSettings } from '@plenum/core/memoize'
import type { MailSettings } from './mail/readMailSettings.js'

/** The settings of the server, from environment variables (docs/configuration.md). */
export interface Config {
  readonly port: number
  readonly host: string
  readonly publicUrl: string | undefined
  readonly dataDir: string
  /** The PostgreSQL database that replaces the file in the data directory. Has a password: no message names it. */
  readonly databaseUrl: string | undefined
  /** Replicas of that database, from which visitors are answered. No message names them either. */
  readonly databaseReadUrls: readonly string[]
  /** Seconds that a replica may be behind. */
  readonly replicaMaxLag: number
  readonly adminUser: string
  readonly adminPassword: string | undefined
  readonly emptySite: boolean
  /** The cost of new password hashes, as an exponent of two; stored hashes keep theirs. */
  readonly passwordCost: number
  readonly trustProxy: string | number | boolean
  readonly logLevel: string
  /** Whether the log has the address and the user of requests. */
  readonly logClients: boolean
  /** Directory of JSON files with workflows, in addition to the shipped ones. */
  readonly workflowsDir: string | undefined
  /** Directory of language catalogs, in addition to the shipped ones. */
  readonly languagesDir: string | undefined
  /** Port of `/metrics`, on the same host; null for no metrics. */
  readonly metricsPort: number | null
  readonly memoize: MemoizeSettings
  /** The limit of anonymous votes from one IP address in a minute; 0 for no limit. */
  readonly voteRateLimit: number
  /** The maximum size of a request with a file, in bytes. */
  readonly maxUpload: number
  /** Bytes of all answers that are kept; 0 keeps none. */
  readonly keptAnswers: number
  /** Bytes of answers that wait for their clients, for all processes together. */
  readonly answerRoom: number
  /** The number of database connections for reads. */
  readonly readers: number
  /** The number of processes that serve. */
  readonly workers: number
  /** How many long requests run at the same time. */
  readonly longRequests: number
  /** How long a change waits for other changes, in seconds. */
  readonly writeWait: number
  /** The limits of failed logins in a minute from one IP address: with one name, and with all names. */
  readonly loginFailures: { readonly name: number; readonly address: number }
  /** Seconds for which a login by a token is valid. */
  readonly loginLifetime: number
  /** Seconds for which a token that sets a password is valid. */
  readonly passwordResetLifetime: number
  /** How mails are sent; undefined: none are. */
  readonly mail: MailSettings | undefined
  /** How many passwords are checked at the same time. */
  readonly passwordChecks: number
  readonly maxConnections: number
  /** Seconds between a signal to stop and its effect, in which the server says that it is not ready. */
  readonly stopDelay: number
  /** Seconds that running requests may take to end after that. */
  readonly stopGrace: number
  /** Whether who prefers HTML to JSON gets pages. */
  readonly pages: boolean
  /** How many pages of one process are told of votes as they come. */
  readonly liveStreams: number
  /** The language of a new site, as a tag such as `de`. */
  readonly language: string
  /** Origins whose pages may read and write, such as `https://www.example.org`; `*` for all that may read. */
  readonly corsOrigins: readonly string[]
  /** The variables that are set, but have an effect on a new site only. */
  readonly newSiteVariables: readonly string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

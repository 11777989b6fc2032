import type { MemoizeSettings } from '@plenum/core/memoize'
import type { MailSettings } from './mail/readMailSettings.js'

/** The settings of the server, from environment variables (docs/configuration.md). */
export interface Config {
  readonly port: number
  readonly host: string
  readonly publicUrl: string | undefined
  readonly dataDir: string
  /**
   * The PostgreSQL database that replaces the file in the data directory. Contains a password: no message repeats it.
   */
  readonly databaseUrl: string | undefined
  /** Replicas of that database, which answer visitors. No message repeats them either. */
  readonly databaseReadUrls: readonly string[]
  /** Maximum lag of a replica in seconds. */
  readonly replicaMaxLag: number
  readonly adminUser: string
  readonly adminPassword: string | undefined
  readonly emptySite: boolean
  /** The cost of new password hashes, as an exponent of two; existing hashes are unaffected. */
  readonly passwordCost: number
  readonly trustProxy: string | number | boolean
  readonly logLevel: string
  /** Whether the log contains the address and the user of requests. */
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
  /** Bytes of the cache of answers; 0 disables it. */
  readonly answerCacheBytes: number
  /** Bytes of answers that clients have not yet read, for all processes together. */
  readonly answerRoom: number
  /** The number of database connections for reads. */
  readonly readers: number
  /** The number of worker processes. */
  readonly workers: number
  /** The maximum number of concurrent long requests. */
  readonly longRequests: number
  /** Maximum seconds that a change waits for other changes. */
  readonly writeWait: number
  /** Failed logins per minute from one IP address: with one name, and with all names. */
  readonly loginFailures: { readonly name: number; readonly address: number }
  /** Lifetime of a login token in seconds. */
  readonly loginLifetime: number
  /** Lifetime of a password reset token in seconds. */
  readonly passwordResetLifetime: number
  /** Undefined if no mails are sent. */
  readonly mail: MailSettings | undefined
  /** The maximum number of concurrent password checks. */
  readonly passwordChecks: number
  readonly maxConnections: number
  /** Seconds after a signal to stop in which the server only reports that it is not ready. */
  readonly stopDelay: number
  /** Seconds that running requests may take after that. */
  readonly stopGrace: number
  /** Whether clients that prefer HTML to JSON get pages. */
  readonly pages: boolean
  /** The maximum number of live result streams per process. */
  readonly liveStreams: number
  /** The language of a new site, as a tag such as `de`. */
  readonly language: string
  /** Origins whose pages may read and write, such as `https://www.example.org`; `*` allows all origins to read. */
  readonly corsOrigins: readonly string[]
  /** Variables that are set, but only affect a new site. */
  readonly newSiteVariables: readonly string[]
}

export type Environment = Readonly<Record<string, string | undefined>>

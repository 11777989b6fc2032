import type { ImageValue } from './images.js'

/** The response to `GET /@site` (docs/site-settings.md, Site, rule 2). */
export type SitePayload = {
  readonly '@id': string
  readonly features: { readonly filter_aliases_by_date: boolean; readonly multilingual: boolean }
  /** The image scales with their sizes in pixels, such as `preview 400:400`. */
  readonly 'plone.allowed_sizes': readonly string[]
  readonly 'plone.available_languages': readonly string[]
  readonly 'plone.default_language': string
  /** The IANA name of the site's time zone. */
  readonly 'plone.portal_timezone': string
  readonly 'plone.robots_txt': string
  /** The URL of the logo, or null if the site has no logo. */
  readonly 'plone.site_logo': string | null
  readonly 'plone.site_title': string
  readonly 'plenum.appearance': SiteAppearance
  /** Whether the site is an event (docs/schedule.md, Event root, rule 1). */
  readonly 'plenum.is_event': boolean
}

/** The appearance of the HTML pages (docs/site-settings.md, Appearance). Each value is null if it has not been set. */
export type SiteAppearance = {
  /** The accent color, such as `#0b5f6b`. */
  readonly accent_color: string | null
  /** The URL of the icon, or null if no icon has been set. */
  readonly favicon: string | null
  readonly cover_image: ImageValue | null
  /** The addresses of the links in the footer: paths within this site, URLs, or `mailto:` addresses. */
  readonly imprint_url: string | null
  readonly privacy_url: string | null
  readonly contact_url: string | null
}

/**
 * The response to `GET /@system` (docs/site-settings.md, System, rule 1). Keys for software that Plenum does not use
 * are null.
 */
export type SystemPayload = {
  readonly '@id': string
  readonly cmf_version: null
  readonly debug_mode: 'No'
  readonly pil_version: null
  /** The version of plone.restapi with which the service is compatible. */
  readonly plone_restapi_version: string
  readonly plone_version: null
  readonly python_version: null
  readonly upgrade: boolean
  readonly versions: Readonly<Record<string, string>>
  readonly zope_version: null
}

/** The response to `GET /@blocktypes`: the number of blocks of each type (docs/site-settings.md, System, rule 4). */
export type BlockTypeCounts = Readonly<Record<string, number>>

/** The response to `GET /@blocktypes/{type}`: the objects that contain blocks of this type, sorted by path. */
export type BlockTypeUses = readonly {
  readonly '@id': string
  readonly title: string
  /** The number of blocks of this type in the object, including nested blocks. */
  readonly count: number
}[]

/** The response to `GET /@database` (docs/site-settings.md, System, rule 2). */
export type DatabasePayload = {
  readonly '@id': string
  readonly cache_detail_length: readonly never[]
  readonly cache_length: null
  readonly cache_length_bytes: null
  readonly cache_size: null
  /** The database size in bytes, or null if it is unknown. */
  readonly database_size: number | null
  /** The product name and version of the store, such as `SQLite 3.45.1`. */
  readonly db_name: string
  /** The number of objects in the database. */
  readonly db_size: number
}

/** The response to `GET /@addons`, whose list is always empty (docs/site-settings.md, System, rule 3). */
export type AddonsPayload = {
  readonly '@id': string
  readonly items: readonly never[]
  readonly items_total: number
}

/**
 * The response to `GET /@upgrade`, which always reports that no upgrade is available (docs/site-settings.md, System,
 * rule 3).
 */
export type UpgradePayload = {
  readonly '@id': string
  readonly upgrade_steps: { readonly [key: string]: never }
  /** Both keys contain the Plenum version, or null if it is unknown. */
  readonly versions: { readonly fs: string | null; readonly instance: string | null }
}

/** A poll in an export, including its votes if the poll is closed (docs/polls.md, Export and import of votes). */
export type ExportedPoll = {
  /** The path of the poll. */
  readonly '@id': string
  readonly UID: string
  readonly title: string
  readonly state: string
  readonly 'collective.polls.votes'?: ExportedVotes
}

export type ExportedVotes = {
  /** The number of votes by option id. Options without votes are omitted. */
  readonly counts: Readonly<Record<string, number>>
  /** The user ids of members and the tokens of visitors (with the prefix `Anonymous-`), in alphabetical order. */
  readonly voters: readonly string[]
}

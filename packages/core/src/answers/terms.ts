/** A term of a vocabulary. */
export type TitledTerm = {
  readonly token: string
  /** The title, which is in the language of the request if the vocabulary is translated. */
  readonly title: string
}

/** A link to an object. */
export type TitledLink = {
  readonly '@id': string
  readonly title: string
}

/** A link to an external page of a presenter or sponsor (docs/schedule.md, Social links). */
export type SocialLink = {
  readonly '@id': string | null
  /** The name of the network, such as `mastodon`, or `website` for an unknown network. */
  readonly id: string
  readonly title: string | null
  /** A URL, or a list of links in the form that link widgets submit. */
  readonly href: string | readonly (string | TargetLink)[] | null
}

/** A link to an object in the site. */
export type TargetLink = {
  readonly '@id': string
  readonly title?: string
}

import { base64OfText } from '../../foundation/base64.js'
import type { JsonObject } from '../../foundation/json.js'
import { permission } from '../../security/permissions.js'
import type { Term } from '../fields/reading.js'
import type { Behavior, ContentType } from '../model/model.js'
import { fixedVocabulary, plainVocabulary, type Vocabulary, type VocabularySource } from '../model/vocabulary.js'
import { scaleWidths } from '../node/images.js'
import type { Lineage } from '../node/node.js'
import { catalogVocabularies } from './catalogVocabularies.js'

/**
 * The vocabulary of the tags of all content that the caller can find. Tokens are base64-encoded, because clients insert
 * them into URLs (docs/content-and-access.md, Vocabularies, rule 4).
 */
const keywords: Vocabulary = {
  name: 'plone.app.vocabularies.Keywords',
  permission: permission.modify,
  terms: async source => [...(await visibleTags(source))].sort().map(termOf),
}

/**
 * Returns the term for a tag. UTF-8 cannot represent lone surrogates, so the token contains the replacement character
 * instead.
 */
const termOf = (tag: string): Term => ({ token: base64OfText(tag.replace(/\p{Cs}/gu, '\ufffd')), title: tag })

async function visibleTags(source: VocabularySource): Promise<ReadonlySet<string>> {
  const { reader, principals, slice, activeOnly = [] } = source
  const isTagged = { kind: 'range', index: 'Subject', min: null, max: null } as const
  const { chunks } = await reader.scan({ principals, where: [isTagged, ...activeOnly] })
  const tags = new Set<string>()
  for await (const entries of chunks) {
    if (slice.isOver()) await slice.next()
    for (const { columns } of entries) for (const tag of tagsIn(columns)) tags.add(tag)
  }
  return tags
}

const tagsIn = ({ subjects }: JsonObject): readonly string[] => (Array.isArray(subjects) ? subjects.map(String) : [])

const zones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/**
 * The vocabularies that do not depend on the types, behaviors and languages of a site (docs/content-and-access.md,
 * Vocabularies).
 */
export const stockVocabularies: readonly Vocabulary[] = [
  keywords,
  plainVocabulary('plone.app.vocabularies.Timezones', zones),
  plainVocabulary('plone.app.vocabularies.CommonTimezones', zones),
  plainVocabulary('plone.app.vocabularies.ImagesScales', () => Object.keys(scaleWidths), scaleTitle),
  fixedVocabulary('plone.app.vocabularies.Weekdays', {
    '0': 'Monday',
    '1': 'Tuesday',
    '2': 'Wednesday',
    '3': 'Thursday',
    '4': 'Friday',
    '5': 'Saturday',
    '6': 'Sunday',
  }),
  fixedVocabulary('plone.app.vocabularies.Month', {
    '0': 'January',
    '1': 'February',
    '2': 'March',
    '3': 'April',
    '4': 'May',
    '5': 'June',
    '6': 'July',
    '7': 'August',
    '8': 'September',
    '9': 'October',
    '10': 'November',
    '11': 'December',
  }),
  ...catalogVocabularies,
]

function scaleTitle(name: string): string {
  const width = Object.entries(scaleWidths).find(([scale]) => scale === name)?.[1] ?? 0
  return `${name} (${width})`
}

/** Returns the vocabulary of behaviors, except for behaviors that only store internal data. */
export function behaviorVocabulary(behaviors: readonly Pick<Behavior, 'name' | 'fields'>[]): Vocabulary {
  const visible = behaviors.filter(({ fields = [] }) => fields.length === 0 || fields.some(({ hidden }) => !hidden))
  return plainVocabulary('Behaviors', () => visible.map(({ name }) => name).toSorted())
}

/**
 * Creates three vocabularies, sorted by title: all types, the types that users can add, and the addable types that the
 * site search includes. `notSearched` returns the ids of types that the site search excludes.
 */
export function typeVocabularies(
  types: readonly Pick<ContentType, 'id' | 'title'>[],
  notSearched: (lineage: Lineage) => readonly string[],
): readonly Vocabulary[] {
  const titles = types.map(({ id, title }) => [id, title] as const).sort(([, a], [, b]) => a.localeCompare(b, 'en'))
  const friendly = fixedVocabulary(
    'plone.app.vocabularies.ReallyUserFriendlyTypes',
    Object.fromEntries(titles.filter(([id]) => id !== siteRootType)),
  )
  return [
    fixedVocabulary('plone.app.vocabularies.PortalTypes', Object.fromEntries(titles)),
    friendly,
    {
      name: 'plone.app.vocabularies.UserFriendlyTypes',
      terms: async source => {
        const hidden = notSearched(source.lineage)
        return (await friendly.terms(source)).filter(({ token }) => !hidden.includes(token))
      },
    },
  ]
}

/**
 * The type of the site root. Users cannot add objects of this type, because the site root is created together with the
 * site.
 */
const siteRootType = 'Plone Site'

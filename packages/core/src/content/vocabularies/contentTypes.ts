import type { ContentType } from '../model/model.js'
import { fixedVocabulary, type Vocabulary } from '../model/vocabulary.js'

/** Two vocabularies: all types, and the types that people add, ordered by title. */
export function typeVocabularies(types: readonly Pick<ContentType, 'id' | 'title'>[]): readonly Vocabulary[] {
  const titles = types.map(({ id, title }) => [id, title] as const).sort(([, a], [, b]) => a.localeCompare(b, 'en'))
  return [
    fixedVocabulary('plone.app.vocabularies.PortalTypes', Object.fromEntries(titles)),
    fixedVocabulary(
      'plone.app.vocabularies.ReallyUserFriendlyTypes',
      Object.fromEntries(titles.filter(([id]) => id !== siteRootType)),
    ),
  ]
}

/** Created only with the site. */
const siteRootType = 'Plone Site'

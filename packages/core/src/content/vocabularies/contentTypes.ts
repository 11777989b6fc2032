import type { ContentType } from '../model/model.js'
import { fixedVocabulary, type Vocabulary } from '../model/vocabulary.js'

/** All types by their titles, and those that people add. */
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

/** Made with the site, and by nobody else. */
const siteRootType = 'Plone Site'

import { fixedVocabulary, plainVocabulary, type Vocabulary } from '../model/vocabulary.js'
import { scaleWidths } from '../node/images.js'
import { keywords } from './keywords.js'

const zones = (): readonly string[] => [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]

/** Vocabularies for clients that no field of the stock types uses (docs/content-and-access.md, Vocabularies). */
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
]

function scaleTitle(name: string): string {
  const width = Object.entries(scaleWidths).find(([scale]) => scale === name)?.[1] ?? 0
  return `${name} (${width})`
}

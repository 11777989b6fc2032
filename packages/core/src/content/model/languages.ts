import type { Term } from '../fields/reading.js'
import type { Lineage } from '../node/node.js'
import type { Vocabulary } from './vocabulary.js'

const codes =
  'aa ab ae af ak am an ar as av ay az ba be bg bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el en eo es et eu ' +
  'fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl ' +
  'km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv ny oc ' +
  'oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl ' +
  'tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu'

/** The language tags of regional variants, in lower case, as Plone clients send them. */
const regional =
  'ar-eg ar-ma ar-sa de-at de-ch en-au en-ca en-gb en-ie en-in en-nz en-us en-za es-ar es-cl es-co es-es es-mx fr-be fr-ca ' +
  'fr-ch it-ch nl-be pt-br pt-pt sv-fi zh-cn zh-hk zh-tw'

const names = new Intl.DisplayNames(['en'], { type: 'language' })

/** The names of languages for which `Intl` returns the name of another language. */
const distinctNames: ReadonlyMap<string, string> = new Map([['tw', 'Twi']])

const standardLanguages: ReadonlyMap<string, Term> = new Map(
  [...codes.split(' '), ...regional.split(' ')].map(code => [code, termOf(code)]),
)

export const languageName = (code: string): string => standardLanguages.get(code)?.title ?? findName(code)

function findName(code: string): string {
  try {
    return distinctNames.get(code) ?? names.of(code) ?? code
  } catch {
    return code
  }
}

function termOf(code: string): Term {
  const title = findName(code)
  return { token: code, title, titleMessage: { id: title } }
}

type OfferedLanguages = (lineage: Lineage) => readonly string[]

/**
 * Returns the vocabularies of content languages and session languages. The terms have English names. They include all
 * languages of the site (docs/content-and-access.md, Vocabularies, rule 5).
 */
export function languageVocabularies(offeredLanguages: OfferedLanguages): readonly Vocabulary[] {
  const additionalLanguages = (lineage: Lineage): readonly string[] =>
    offeredLanguages(lineage)
      .map(tag => tag.toLowerCase())
      .filter(code => !standardLanguages.has(code))
  return ['SupportedContentLanguages', 'AvailableContentLanguages'].map(name => ({
    name: `plone.app.vocabularies.${name}`,
    terms: async ({ lineage }) => [...standardLanguages.values(), ...additionalLanguages(lineage).map(termOf)],
    scope: lineage => additionalLanguages(lineage).join(' '),
  }))
}

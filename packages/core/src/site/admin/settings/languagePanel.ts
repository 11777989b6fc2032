import type { ContentNode, FieldValues } from '../../../content/node/node.js'
import type { FieldProblem } from '../../../foundation/messages.js'
import { permission } from '../../../security/permissions.js'
import { languageProblems, languageSettingsOf, languageFieldNames as names } from '../../run/languageSettings.js'
import type { ControlPanel } from './controlPanel.js'

export const defaultLanguageOf = (root: ContentNode): string => languageSettingsOf(root).defaultLanguage.toLowerCase()

export const availableLanguagesOf = (root: ContentNode): readonly string[] =>
  languageSettingsOf(root).availableLanguages.map(tag => tag.toLowerCase())

/** The language settings of the site (docs/http-answers.md, Language). */
export const languagePanel: ControlPanel = {
  name: 'language',
  title: 'Language',
  group: 'General',
  permission: permission.setUpSite,
  settings: [
    {
      field: {
        kind: 'choice',
        name: names.defaultLanguage,
        title: 'Language of the site',
        description: 'Pages and messages are in this language, or in English if a translation is missing.',
        vocabulary: 'plone.app.vocabularies.SupportedContentLanguages',
        required: true,
      },
      valueIn: defaultLanguageOf,
    },
    {
      field: {
        kind: 'set',
        name: names.availableLanguages,
        title: 'Available languages',
        description: 'Visitors can choose among these; the language of the site is one of them.',
        vocabulary: 'plone.app.vocabularies.AvailableContentLanguages',
        required: true,
      },
      valueIn: availableLanguagesOf,
    },
    {
      field: {
        kind: 'boolean',
        name: names.useRequestNegotiation,
        title: 'Use the language of the browser',
        description: 'Each answer is in the language that the visitor prefers, if it is available.',
        default: false,
        required: true,
      },
    },
  ],
  problems,
}

function problems(values: FieldValues): readonly FieldProblem[] {
  return languageProblems({
    defaultLanguage: String(values[names.defaultLanguage]),
    availableLanguages: values[names.availableLanguages] as readonly string[],
    useRequestNegotiation: values[names.useRequestNegotiation] === true,
  })
}

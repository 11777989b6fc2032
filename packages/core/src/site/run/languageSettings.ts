import type { ContentNode, FieldValues } from '../../content/node/node.js'
import { excerptOf } from '../../foundation/json.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import { type FieldProblem, message, type Translate } from '../../foundation/messages.js'

/** The languages of a site (docs/http-answers.md, Language). */
export interface LanguageSettings {
  /** The language tag for messages and titles, such as `de` or `pt-BR`. */
  readonly defaultLanguage: string
  /** The tags of the languages from which a request can choose, including the default language. */
  readonly availableLanguages: readonly string[]
  /** Whether a request can choose a language with `Accept-Language`. */
  readonly useRequestNegotiation: boolean
}

/** A language tag, and the function that translates into this language. */
export interface Translation {
  readonly translate: Translate
  readonly language: string
}

export const languageFieldNames = {
  defaultLanguage: 'default_language',
  availableLanguages: 'available_languages',
  useRequestNegotiation: 'use_request_negotiation',
} as const

const fields = languageFieldNames

const fallbackLanguage = 'en'
const maxLanguages = 100
const tag = /^[a-z]{2,3}(?:-[a-z\d]{2,8}){0,3}$/i

const isTag = (value: unknown): value is string => typeof value === 'string' && tag.test(value)

const settingsIn = memoizeByIdentity(({ fields: stored }: Pick<ContentNode, 'fields'>): LanguageSettings => {
  const language = stored[fields.defaultLanguage]
  const defaultLanguage = isTag(language) ? language : fallbackLanguage
  const available = stored[fields.availableLanguages]
  return {
    defaultLanguage,
    availableLanguages: Array.isArray(available) ? available.filter(isTag) : [defaultLanguage],
    useRequestNegotiation: stored[fields.useRequestNegotiation] === true,
  }
})

const noSettings = { fields: {} }

export const languageSettingsOf = (root: ContentNode | undefined): LanguageSettings => settingsIn(root ?? noSettings)

/**
 * Returns the problems in language settings. The types of the values are also checked, because the settings can come
 * from untyped code.
 */
export function languageProblems(settings: LanguageSettings): readonly FieldProblem[] {
  const { defaultLanguage, availableLanguages: available, useRequestNegotiation } = settings
  const problems: FieldProblem[] = []
  const report = (name: keyof LanguageSettings, text: FieldProblem['message']) =>
    problems.push({ field: fields[name], message: text })
  if (!isTag(defaultLanguage)) report('defaultLanguage', message('language.tag'))
  if (!Array.isArray(available) || !available.every(isTag)) report('availableLanguages', message('language.tags'))
  else if (available.length > maxLanguages)
    report('availableLanguages', message('field.too-many-rows', { limit: maxLanguages }))
  else if (!available.some(language => language.toLowerCase() === excerptOf(defaultLanguage).toLowerCase()))
    report('availableLanguages', message('language.default', { language: excerptOf(defaultLanguage) }))
  if (typeof useRequestNegotiation !== 'boolean') report('useRequestNegotiation', message('field.boolean-expected'))
  return problems
}

export const languageFields = (settings: LanguageSettings): FieldValues => ({
  [fields.defaultLanguage]: settings.defaultLanguage,
  [fields.availableLanguages]: [...new Set(settings.availableLanguages)],
  [fields.useRequestNegotiation]: settings.useRequestNegotiation,
})

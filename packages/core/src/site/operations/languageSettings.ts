import { sameJson } from '../../foundation/json.js'
import { permission } from '../../security/stockPermissions.js'
import { type LanguageSettings, languageFields, languageProblems, languageSettingsOf } from '../run/languageSettings.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot } from '../run/requestContext.js'
import { updateOf } from '../write/changes.js'
import { invalidFields } from '../write/readBody.js'

/** The language settings of a site; only on the site root. */
export const getLanguageSettings: Operation<undefined, LanguageSettings> = {
  permission: permission.manageSite,
  exists: isSiteRoot,
  run: async ({ node }) => ({ answer: languageSettingsOf(node) }),
}

/**
 * Changes the given language settings of a site, effective immediately. Returns all settings. Throws a DomainError
 * `invalid-fields` for an invalid tag, and if the default language is not available.
 */
export const setLanguageSettings: Operation<Partial<LanguageSettings>, LanguageSettings> = {
  permission: permission.manageSite,
  exists: isSiteRoot,
  async run({ node, environment, now }, changes) {
    const settings = { ...languageSettingsOf(node), ...changes }
    const problems = languageProblems(settings)
    if (problems.length > 0) throw invalidFields(problems)
    const values = { ...node.fields, ...languageFields(settings) }
    const changed = { ...node, fields: values, modified: now }
    const answer = languageSettingsOf(changed)
    if (sameJson(values, node.fields)) return { answer }
    return { answer, change: { updates: [updateOf(environment, [changed])] } }
  },
}

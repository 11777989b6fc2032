import type { Catalog } from '../../foundation/messages.js'
import type { Caller } from '../../security/caller.js'
import type { Environment } from '../run/environment.js'
import { languageChooser, translationFinder } from '../run/negotiateLanguage.js'
import type { Operation, OperationRequest } from '../run/operation.js'
import { runOperation } from '../run/runOperation.js'
import type { CallerOptions } from './callerOptions.js'
import { type CallerMethods, createMethods } from './methods.js'

type Language = Pick<OperationRequest<unknown>, 'translate' | 'language' | 'chooseTranslation'>

export function callerMethods(
  environment: Environment,
  operations: Readonly<Record<string, Operation<never, unknown>>>,
  catalogs: Readonly<Record<string, Catalog>> = {},
): (caller: Caller, options?: CallerOptions) => CallerMethods {
  const languageOf = languageReader(catalogs)
  return (caller, options = {}) => {
    const { baseUrl: base = '', language, translate, ...request } = options
    const shared = { ...request, ...languageOf({ language, translate }), caller, base }
    return createMethods((name, path, input) => {
      const operation = operations[name] as Operation<unknown, unknown>
      return runOperation(environment, operation, { ...shared, path, input: () => input })
    })
  }
}

/**
 * Creates a function that returns the translation for the options of a caller. The function throws a RangeError for a
 * language without a catalog.
 */
function languageReader(catalogs: Readonly<Record<string, Catalog>>) {
  const find = translationFinder(catalogs)
  const choose = languageChooser(catalogs)
  return ({ language, translate }: Pick<CallerOptions, 'language' | 'translate'>): Language => {
    if (translate) return { translate, ...(language === undefined ? {} : { language }) }
    const translation = find(language ?? 'en')
    if (!translation)
      throw new RangeError(
        `There is no catalog for the language '${language}'. Pass it to createSite in the extension \`catalogs\`.`,
      )
    return language === undefined
      ? { ...translation, chooseTranslation: settings => choose(settings, () => []) }
      : translation
  }
}

import { type Catalog, DomainError, message } from '../../foundation/messages.js'
import { abandoned, postponed } from '../../foundation/scheduler.js'
import type { Caller } from '../../security/caller.js'
import type { Extensions } from '../admin/assemble.js'
import type { OwnMethods, OwnOperations } from '../own/ownOperation.js'
import type { Environment } from '../run/environment.js'
import { languageChooser, translationFinder } from '../run/negotiateLanguage.js'
import type { Operation, OperationRequest } from '../run/operation.js'
import { runOperation } from '../run/runOperation.js'
import type { CallerOptions } from './callerOptions.js'
import { type CallerMethods, methodFactory } from './methods.js'

type Language = Pick<OperationRequest<unknown>, 'translate' | 'language' | 'chooseTranslation'>

export function callerMethods<Own extends OwnOperations>(
  environment: Environment,
  find: (name: string) => Operation<unknown, unknown>,
  { catalogs = {}, operations }: Extensions<Own>,
): (caller: Caller, options?: CallerOptions) => CallerMethods & OwnMethods<Own> {
  const languageOf = languageReader(catalogs)
  const createMethods = methodFactory(operations)
  return (caller, options = {}) => {
    const { baseUrl: base = '', language, translate, ...request } = options
    const shared = { ...request, ...languageOf({ language, translate }), caller, base }
    return createMethods((name, path, input) =>
      runOperation(environment, find(name), { ...shared, path, input: () => input }).catch(refuse),
    )
  }
}

/** Throws a DomainError `busy` for a task that was postponed or abandoned, and rethrows any other error. */
function refuse(error: unknown): never {
  throw error === postponed || error === abandoned
    ? new DomainError('busy', message('busy.unfinished'), { context: null, retryAfter: 1 })
    : error
}

/**
 * Returns a function that determines the language of a caller, with its translations. The function throws a RangeError
 * if the language has no catalog.
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

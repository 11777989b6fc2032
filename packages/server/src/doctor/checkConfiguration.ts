import type { Extensions } from '@plenum/core'
import { type Config, ConfigError, readConfig } from '../config.js'
import { extensionsOf } from '../extensionsOf.js'
import { catalogsOf } from '../languages/loadCatalogs.js'
import type { Environment } from '../settings/recordReads.js'
import { StartError } from '../startError.js'
import { fault, notice, type Problem } from './problem.js'

export interface Configured {
  readonly problems: readonly Problem[]
  readonly settings: { readonly config: Config; readonly extensions: Extensions } | null
}

export async function checkConfiguration(env: Environment): Promise<Configured> {
  const config = await attempt(() => readConfig(env))
  if ('problems' in config) return { problems: config.problems, settings: null }
  const catalogs = await attempt(() => catalogsOf(config.value))
  const extensions = await attempt(() => extensionsOf(config.value))
  const problems = [catalogs, extensions].flatMap(read => ('problems' in read ? read.problems : []))
  if ('problems' in extensions) return { problems, settings: null }
  if ('value' in catalogs) problems.push(...checkLanguage(config.value, Object.keys(catalogs.value)))
  return { problems, settings: { config: config.value, extensions: extensions.value } }
}

const primary = (tag: string): string => tag.toLowerCase().split('-')[0] ?? ''

/** Reports a language without translations, because a new site in this language would have English messages. */
function checkLanguage({ language }: Config, translated: readonly string[]): readonly Problem[] {
  const languages = ['en', ...translated.filter(tag => primary(tag) !== 'en')]
  if (languages.some(tag => primary(tag) === primary(language))) return []
  return [
    notice(
      `LANGUAGE: there are no translations for ${language}, so the messages of a new site are in English.`,
      `Set LANGUAGE to one of ${languages.join(', ')}, or add ${language}.json to LANGUAGES_DIR (docs/operate.md).`,
    ),
  ]
}

type Attempt<T> = { readonly value: T } | { readonly problems: readonly Problem[] }

async function attempt<T>(read: () => T | Promise<T>): Promise<Attempt<T>> {
  try {
    return { value: await read() }
  } catch (error) {
    const messages =
      error instanceof ConfigError ? error.problems : error instanceof StartError ? [error.message] : null
    if (!messages) throw error
    return {
      problems: messages.map(description =>
        fault(description, 'Set the variable as described in docs/configuration.md.'),
      ),
    }
  }
}

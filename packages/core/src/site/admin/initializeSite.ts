import type { ContentNode, FieldValues } from '../../content/node/node.js'
import { rootPath } from '../../foundation/paths.js'
import { userPrincipal } from '../../security/caller.js'
import { type Environment, newSecret, readRoot, secretField } from '../run/environment.js'
import { languageFields, languageProblems } from '../run/languageSettings.js'
import { decideAndCommit } from '../run/untilCommitted.js'
import { creationOf, updateOf } from '../write/changes.js'
import { invalidFields } from '../write/readBody.js'
import { extendRecurringEvents, recurringMark } from './recurringEvents.js'
import { currentFormMark, hasCurrentForm, renewStoredForm } from './storedForm.js'

export interface NewSite {
  readonly title: string
  readonly creator: string
  /** The language tag for messages and titles. Defaults to `en`. */
  readonly language?: string
  /**
   * Additional URLs of the site root, without trailing slashes. Links to these URLs in content from earlier Plenum
   * versions are treated as internal links, like links to the `publicUrl` of the platform.
   */
  readonly bases?: readonly string[]
}

/**
 * Creates the site root, or adds a secret to an existing root without a secret (docs/content-and-access.md, Types and
 * behaviors). Also converts stored content to the current format, and indexes further occurrences of recurring events.
 * Returns whether it created the root.
 */
export async function initializeSite(environment: Environment, origin: NewSite): Promise<boolean> {
  const isCreated = await createRoot(environment, origin)
  await renewStoredForm(environment, [...(origin.bases ?? []), environment.publicUrl ?? ''])
  await extendRecurringEvents(environment)
  return isCreated
}

export async function needsInitializing(platform: Pick<Environment, 'store'>): Promise<boolean> {
  const root = await readRoot(platform)
  return root?.fields[secretField] === undefined || !hasCurrentForm(root)
}

const createRoot = (environment: Environment, origin: NewSite): Promise<boolean> =>
  decideAndCommit(environment, async (reader, task) => {
    const [root] = (await reader.open(rootPath)).lineage
    if (root?.fields[secretField] !== undefined) return { answer: false }
    const caller = { kind: 'member', id: origin.creator, fullname: '', roles: [], groups: [] } as const
    const secret = { [secretField]: newSecret(environment) }
    if (root) {
      const node = { ...root, fields: { ...root.fields, ...secret } }
      return { answer: false, change: { updates: [updateOf(environment.at(node), [node])] } }
    }
    const node = newRoot(environment, origin, secret)
    return {
      answer: true,
      change: { creates: [await creationOf({ environment, task, caller, now: node.created }, [node])] },
    }
  })

function newRoot(
  { now, newUid }: Environment,
  { title, creator, language = 'en' }: NewSite,
  secret: FieldValues,
): ContentNode {
  const time = now()
  const languages = { defaultLanguage: language, availableLanguages: [language], useRequestNegotiation: false }
  const problems = languageProblems(languages)
  if (problems.length > 0) throw invalidFields(problems)
  return {
    uid: newUid(),
    path: rootPath,
    type: 'Plone Site',
    revision: 1,
    created: time,
    modified: time,
    creator,
    fields: {
      title,
      creators: [creator],
      ...languageFields(languages),
      ...secret,
      ...currentFormMark,
      ...recurringMark(time),
    },
    layout: null,
    states: {},
    permissions: {},
    localRoles: { [userPrincipal(creator)]: ['Owner'] },
    blockLocalRoles: false,
  }
}

import type { Term } from '../../content/fields/reading.js'
import { fixedVocabulary, type Vocabulary, type VocabularySource } from '../../content/model/vocabulary.js'
import { allGroups } from '../../people/groups.js'
import type { UserDirectory } from '../../people/userDirectory.js'
import { assignableRoles, permission } from '../../security/permissions.js'

/** The maximum number of users in listings. Lookups by token are not limited to these users. */
const maxUsers = 10_000

/**
 * Creates the vocabularies of roles, groups and users. Only editors can list the names of people
 * (docs/content-and-access.md, Vocabularies).
 */
export function peopleVocabularies(
  directory: UserDirectory,
  additionalRoles: readonly string[],
): readonly Vocabulary[] {
  const roles = [...assignableRoles, ...additionalRoles]
  return [
    fixedVocabulary('plone.app.vocabularies.Roles', Object.fromEntries(roles.map(role => [role, role]))),
    {
      name: 'plone.app.vocabularies.Groups',
      permission: permission.modify,
      terms: async () => (await allGroups(directory)).map(({ id, title }) => ({ token: id, title: title || id })),
    },
    {
      name: 'plone.app.vocabularies.Users',
      permission: permission.modify,
      terms: source => termsOfUsers(directory, source),
    },
    {
      name: 'plone.app.vocabularies.Principals',
      permission: permission.modify,
      terms: source => termsOfPrincipals(directory, source),
    },
  ]
}

const [groupPrefix, userPrefix] = ['group__', 'user__']

async function termsOfPrincipals(directory: UserDirectory, source: VocabularySource): Promise<readonly Term[]> {
  const groups = (await allGroups(directory)).map(({ id, title }) => ({ token: groupPrefix + id, title: title || id }))
  const tokens = source.tokens?.flatMap(token => (token.startsWith(userPrefix) ? token.slice(userPrefix.length) : []))
  const users = await termsOfUsers(directory, tokens ? { ...source, tokens } : source)
  return [...groups, ...users.map(({ token, title }) => ({ token: userPrefix + token, title }))]
}

async function termsOfUsers(directory: UserDirectory, { tokens, slice }: VocabularySource): Promise<readonly Term[]> {
  if (!tokens) return (await directory.users({ limit: maxUsers })).map(termOf)
  const terms: Term[] = []
  for (const token of tokens) {
    if (slice.isOver()) await slice.next()
    const user = await directory.user(token)
    if (user) terms.push(termOf(user))
  }
  return terms
}

const termOf = ({ id, fullname }: { readonly id: string; readonly fullname: string | null }): Term => ({
  token: id,
  title: fullname || id,
})

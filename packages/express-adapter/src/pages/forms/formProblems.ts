import { DomainError, type FieldProblem, message, type PageAnswers, type Translate, withProblems } from '@plenum/core'

type Sections = PageAnswers['invite']['sections']

export function acceptable<Reading extends { readonly problems: readonly FieldProblem[] }>(reading: Reading): Reading {
  const { problems } = reading
  if (problems.length === 0) return reading
  throw new DomainError('invalid-fields', message('fields.invalid', { count: problems.length }), { problems })
}

/** The fields next to which refusals are shown, by reason. Contains the reasons that do not name a field. */
const fieldOfReason: ReadonlyMap<string, string> = new Map([
  ['user.email', 'email'],
  ['user.name', 'username'],
  ['user.taken', 'username'],
  ['user.former', 'username'],
  ['user.password-short', 'password'],
  ['user.password-long', 'password'],
  ['user.password-control', 'password'],
  ['group.name', 'groupname'],
  ['group.taken', 'groupname'],
  ['field.uri', 'home_page'],
  ['field.image', 'portrait'],
  ['field.image-pixels', 'portrait'],
  ['field.file-too-large', 'portrait'],
])

export function problemsBeside(
  sections: Sections,
  { code, details, reason }: DomainError,
  translate: Translate,
): { readonly sections: Sections; readonly problems: readonly string[] } {
  const field = code === 'wrong-password' ? 'old_password' : (fieldOfReason.get(reason.id) ?? null)
  const problems = details.problems ?? [{ field, message: reason }]
  const { sections: marked, others } = withProblems(sections, problems, translate)
  return { sections: marked, problems: others }
}

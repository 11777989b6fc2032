import { DomainError, type FieldProblem, message, type PageAnswers, type Translate, withProblems } from '@plenum/core'

type Sections = PageAnswers['invite']['sections']

export function acceptable<Reading extends { readonly problems: readonly FieldProblem[] }>(reading: Reading): Reading {
  const { problems } = reading
  if (problems.length === 0) return reading
  throw new DomainError('invalid-fields', message('fields.invalid', { count: problems.length }), { problems })
}

/** Maps the reasons for refusals that name no field to the field next to which the refusal is shown. */
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

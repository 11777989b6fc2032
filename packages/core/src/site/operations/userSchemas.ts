import type { FormProperty, FormSchema } from '../../answers/forms.js'
import type { Field } from '../../content/fields/field.js'
import { propertyOf } from '../../content/schema/propertyOf.js'
import { DomainError, message } from '../../foundation/messages.js'
import { userFields } from '../../people/userInput.js'
import type { Operation } from '../run/operation.js'
import { atRoot, type RequestContext } from '../run/requestContext.js'

/** A field of a form for users. Passwords are not a kind of `Field`, because content cannot store them. */
type FormField = Field | PasswordField

interface PasswordField {
  readonly kind: 'password'
  readonly name: string
  readonly title: string
  readonly description: string
  readonly required: true
}

const profileFields = (...names: readonly string[]): readonly Field[] =>
  userFields.filter(({ name }) => names.includes(name))

export const line = (name: string, title: string, description: string) =>
  ({ kind: 'line', name, title, description }) as const

export const passwordField = (name: string, title: string, description: string): PasswordField => ({
  kind: 'password',
  name,
  title,
  description,
  required: true,
})

const registrationFields: readonly FormField[] = [
  ...profileFields('fullname', 'email'),
  {
    kind: 'line',
    name: 'username',
    title: 'Username',
    description: 'The name for the login: 3 to 100 letters, digits and . _ @ + -.',
    required: true,
  },
  passwordField('password', 'Password', 'At least 8 characters.'),
  passwordField('password_ctl', 'Confirm password', 'The same password again.'),
  { kind: 'boolean', name: 'mail_me', title: 'Send a mail with a link to set the password', default: false },
]

/**
 * `GET /@userschema` returns the profile form, to which clients add the name and the password
 * (docs/content-and-access.md, Users, rule 4). `GET /@userschema/registration` returns the registration form. Throws a
 * DomainError `bad-filter` for other names.
 */
export const getUserSchema: Operation<{ readonly form: string | null }, FormSchema> = {
  ...atRoot,
  async run(context, { form }) {
    if (form === null) return { answer: profileSchema(context) }
    if (form === 'registration') return { answer: schemaOfForm(context, registrationFields) }
    throw new DomainError('bad-filter', message('user.form', { name: form.slice(0, 100) }))
  },
}

export const profileSchema = (context: RequestContext): FormSchema => schemaOfForm(context, userFields)

export const schemaOfForm = (context: RequestContext, fields: readonly FormField[]): FormSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    fields.map(field => [field.name, { ...formProperty(context, field), behavior: 'plone' }]),
  ),
  required: fields.filter(({ required }) => required).map(({ name }) => name),
  fieldsets: [
    {
      id: 'default',
      title: context.translate('Default'),
      behavior: 'plone',
      fields: fields.map(({ name }) => name),
    },
  ],
})

function formProperty({ now, base, translate }: RequestContext, field: FormField): FormProperty {
  if (field.kind !== 'password')
    return propertyOf(field, { now, translate, vocabularyUrl: name => `${base}/@vocabularies/${name}` })
  const { title, description } = field
  const texts = { title: translate(title), description: description && translate(description) }
  return { ...texts, type: 'string', factory: 'Password', widget: 'password' }
}

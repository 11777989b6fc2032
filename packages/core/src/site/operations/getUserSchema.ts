import type { FormSchema } from '../../answers/forms.js'
import { propertyOf } from '../../content/schema/propertyOf.js'
import { userFields } from '../../people/userFields.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot } from '../run/requestContext.js'

/** `GET /@userschema`: the form of a profile (docs/content-and-access.md, Users, rule 4); clients add name and password. */
export const getUserSchema: Operation<undefined, FormSchema> = {
  permission: null,
  exists: isSiteRoot,
  async run({ now, base, translate }) {
    const context = { now, translate, vocabularyUrl: (name: string) => `${base}/@vocabularies/${name}` }
    const answer: FormSchema = {
      type: 'object',
      properties: Object.fromEntries(
        userFields.map(field => [field.name, { ...propertyOf(field, context), behavior: 'plone' }]),
      ),
      required: userFields.filter(({ required }) => required).map(({ name }) => name),
      fieldsets: [
        { id: 'default', title: translate('Default'), behavior: 'plone', fields: userFields.map(({ name }) => name) },
      ],
    }
    return { answer }
  },
}

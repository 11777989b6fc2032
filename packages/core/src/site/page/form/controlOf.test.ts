import type { FormProperty } from '../../../answers/forms.js'
import { controlOf } from './controlOf.js'

const terms = [
  { token: 'el', title: 'Greek' },
  { token: 'en', title: 'English' },
  { token: 'af', title: 'Afrikaans' },
]

function titlesOf(vocabulary: string): readonly string[] {
  const property: FormProperty = {
    title: 'Language',
    description: '',
    type: 'string',
    factory: 'Choice',
    behavior: '',
    vocabulary: { '@id': `http://site.example/@vocabularies/${vocabulary}` },
  }
  const context = { zone: 'UTC', terms: () => terms }
  const control = controlOf({ property, name: 'field.language', required: false }, null, context)
  return control.kind === 'choice' ? control.terms.map(({ title }) => title) : []
}

describe('the choices in a form', () => {
  it('have the order of their vocabulary, but languages are sorted by name', () => {
    expect(titlesOf('example.tracks')).toEqual(['Greek', 'English', 'Afrikaans'])
    const sorted = ['Afrikaans', 'English', 'Greek']
    expect(titlesOf('plone.app.vocabularies.SupportedContentLanguages')).toEqual(sorted)
  })
})

/** The full name of an event vocabulary. */
export const vocabularyName = (name: string): string => `collective.techevent.vocabularies.${name}`

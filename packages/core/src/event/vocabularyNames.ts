/** The full name of a vocabulary of events. */
export const vocabularyName = (name: string): string => `collective.techevent.vocabularies.${name}`

export const vocabularyName = (name: string): string => `collective.techevent.vocabularies.${name}`

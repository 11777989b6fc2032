/** The full name of a vocabulary of events. */
export function vocabularyName(name: string): string {
  return `collective.techevent.vocabularies.${name}`
}

/** What pages say, by id. */
export const englishPages = {
  'page.as-cards': 'as cards',
} as const

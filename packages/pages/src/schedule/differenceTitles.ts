/** The message ids for the kinds of differences between two schedules. */
export const differenceTitles = {
  new: 'page.difference-new',
  withdrawn: 'page.difference-withdrawn',
  moved: 'page.difference-moved',
  room: 'page.difference-room',
  track: 'page.difference-track',
  persons: 'page.difference-persons',
  renamed: 'page.difference-renamed',
  state: 'page.difference-state',
} as const

// A visitor whose requests go through all of the site.
import { repeat } from './victim.mjs'

export const start = port =>
  repeat(port, [
    {
      name: 'listing',
      request: i => ({ path: `/@search?b_size=100000&metadata_fields=_all&sort_on=modified&x=${i}` }),
    },
    { name: 'schedule', request: i => ({ path: `/@schedule?metadata_fields=z${i}` }) },
    { name: 'words', request: i => ({ path: `/@search?SearchableText=session*&b_size=${100 + i}` }) },
  ])

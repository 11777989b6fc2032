import type { JsonObject } from '@plenum/core'
import { pageBlocks } from './blocks.js'
import type { PlannedContent } from './plannedContent.js'

/** What the site root says to whoever arrives. */
export const welcome = {
  title: 'Long Light 2027',
  description: 'Three days for people who keep lighthouses, and for the software that keeps them company.',
  ...pageBlocks(
    'A lighthouse is a long-running service with one endpoint, very few users at a time and no room for maintenance windows. Those who look after one have a great deal to say to each other, and as a rule nobody within twenty miles to say it to.',
    'Long Light brings them to Porto da Névoa for a day of trainings and two days of talks: about lamps and lenses, logbooks and gulls, and about programs that have to work when the boat does not come.',
    'The conference, its town, its sponsors and everybody on its stage are made up. They show what a programme looks like here; delete them when your own is ready.',
  ),
} satisfies JsonObject

export const schedule = {
  type: 'Schedule',
  id: 'schedule',
  title: 'Schedule',
  description: 'Everything that happens between the first coffee and the last light.',
  fields: pageBlocks(
    'All times are those of Porto da Névoa, where the clock in the square has been right since March.',
  ),
} satisfies PlannedContent

export const venue = {
  type: 'Venue',
  id: 'venue',
  title: 'The Old Rope Works',
  description: 'Three hundred metres of brick by the harbour, built for rope and very good at queues.',
  fields: pageBlocks(
    'From the station follow the gulls; from the ferry follow everybody else. The door is the green one.',
    'Lantern Room and Gallery are reached without steps. The Boathouse has one, and a ramp over it.',
  ),
} satisfies PlannedContent

/** In the order in which the schedule shows them. */
export const rooms = [
  {
    type: 'Room',
    id: 'lantern-room',
    title: 'Lantern Room',
    description: '220 seats, daylight from above, and a switch for it.',
  },
  { type: 'Room', id: 'gallery', title: 'Gallery', description: '80 seats and a view that speakers have to beat.' },
  {
    type: 'Room',
    id: 'boathouse',
    title: 'Boathouse',
    description: '30 places at benches. Tools stay here, boats too.',
  },
] as const satisfies readonly PlannedContent[]

export type RoomId = (typeof rooms)[number]['id']

/** Pages beside the programme. */
export const pages: readonly PlannedContent[] = [
  {
    type: 'News Item',
    id: 'programme-is-out',
    title: 'The programme is out',
    description: 'Two keynotes, fourteen talks, and one open space with weather of its own.',
    fields: pageBlocks(
      'We had room for fourteen talks and a hundred and six proposals, nine of which were about gulls. The gulls got one slot, which is more than they usually ask for.',
      'Whoever comes by boat: the Thursday ferry waits for the registration desk, and not the other way round.',
    ),
  },
  {
    type: 'Link',
    id: 'tide-table',
    title: 'Tide table of Porto da Névoa',
    description: 'When the causeway to the light can be walked, and when it can only be regretted.',
    fields: { remoteUrl: 'https://tides.example/porto-da-nevoa' },
  },
  {
    type: 'collective.polls.poll',
    id: 'sunday-outing',
    title: 'What shall we do on Sunday morning?',
    description: 'For those whose boat leaves after lunch. Everybody may vote, residents of the rock included.',
    publishedBy: 'open',
    fields: {
      options: [
        { description: 'Walk the causeway, if the tide table allows it' },
        { description: 'Climb all 214 steps once more, and count them' },
        { description: 'Sit in the Boathouse and mend something' },
      ],
    },
  },
  {
    type: 'Document',
    id: 'organizers-notes',
    title: 'Organizers’ notes',
    description: 'Not for the public: open questions, and who has the key.',
    isPrivate: true,
    fields: pageBlocks(
      'The bees have not confirmed yet. Without bees no talk about bees; keep the slot private until Birta has called the rock.',
      'Moonlight Competitors are only to be published once they have signed, and once they understand what the event is for.',
      'The key of the Boathouse hangs behind the tide table. The tide table hangs in the Boathouse.',
    ),
  },
]

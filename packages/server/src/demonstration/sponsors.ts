import type { JsonObject } from '@plenum/core'
import { pageBlocks } from './blocks.js'
import type { PlannedContent } from './plannedContent.js'

const benefits = [
  { id: 'tickets', title: 'Tickets', description: 'Admission to all three days, tea included.' },
  { id: 'logo', title: 'Logo on the site', description: 'In the size of the level, below the fold of the fog.' },
  {
    id: 'stand',
    title: 'Stand',
    description: 'Floor in the entrance hall, measured by somebody who used to lay rope there.',
  },
  {
    id: 'supper',
    title: 'Supper in the lamp room',
    description: 'Two places at the table next to the lens. Bring sunglasses.',
  },
] as const

type BenefitId = (typeof benefits)[number]['id']

/** What a level gives: a detail, or an empty text where there is nothing to add; nothing of a benefit that is not named. */
type Offers = Readonly<Partial<Record<BenefitId, string>>>

const offered = (offers: Offers): JsonObject => ({
  benefits: Object.entries(offers).map(([code, value]) => ({ code, value })),
})

const sponsor = (id: string, title: string, description: string): PlannedContent => ({
  type: 'Sponsor',
  id,
  title,
  description,
  fields: { social_links: [{ title: 'Website', href: `https://${id}.example` }] },
})

const gold: PlannedContent = {
  type: 'SponsorLevel',
  id: 'gold',
  title: 'Gold',
  description: 'The top of the tower.',
  fields: {
    color: '#b7791f',
    price: '€ 4,000',
    ...offered({ tickets: '10', logo: '', stand: '6 m²', supper: 'Friday' }),
  },
  items: [
    sponsor(
      'gannet-and-guillemot',
      'Gannet & Guillemot Lamp Works',
      'Lamps for towers since the third time they were asked. Every one is tested in the rain, because there is rain.',
    ),
    sponsor(
      'ropewalk-daughters',
      'Ropewalk Daughters',
      'Rope by the mile, knots by the hour. They used to work in this building and would like it back on Sunday.',
    ),
  ],
}

const silver: PlannedContent = {
  type: 'SponsorLevel',
  id: 'silver',
  title: 'Silver',
  description: 'Half-way up, with a window.',
  fields: { color: '#718096', price: '€ 1,500', ...offered({ tickets: '4', logo: '', stand: '3 m²' }) },
  items: [
    sponsor('dry-socks', 'The Dry Socks Cooperative', 'Knitwear for the last hundred metres between boat and door.'),
    sponsor(
      'polite-scrapers',
      'Polite Society of Hull Scrapers',
      'They remove barnacles, and apologize to each of them.',
    ),
    sponsor(
      'ebb-and-ledger',
      'Ebb & Ledger',
      'Bookkeeping for harbours. Their figures go out twice a day and have always come back.',
    ),
    {
      ...sponsor(
        'moonlight-competitors',
        'Moonlight Competitors',
        'Contract not signed yet: they would like it darker.',
      ),
      isPrivate: true,
    },
  ],
}

const bronze: PlannedContent = {
  type: 'SponsorLevel',
  id: 'bronze',
  title: 'Bronze',
  description: 'The foot of the tower. There is still room on the bench.',
  fields: { color: '#9c4221', price: '€ 400', ...offered({ tickets: '1', logo: '' }) },
}

export const sponsorsDatabase: PlannedContent = {
  type: 'SponsorsDB',
  id: 'sponsors',
  title: 'Sponsors',
  description: 'They keep the light on, and the coffee warm.',
  fields: {
    benefits,
    ...pageBlocks('Lighthouses send no invoices, so somebody else has to. These are the ones who did.'),
  },
  items: [gold, silver, bronze],
}

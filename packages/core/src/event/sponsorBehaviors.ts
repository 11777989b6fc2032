import type { EventSummaryKeys } from '../answers/summary.js'
import { stockColumns } from '../content/catalog/stockColumns.js'
import type { Behavior, SummaryPart } from '../content/model/model.js'
import { idOfPath, parentPath } from '../foundation/paths.js'
import { networkOf } from './socialNetworks.js'
import { vocabularyName } from './vocabularyNames.js'

const benefitsColumn: Behavior['indexer'] = lineage => ({
  columns: { benefits: lineage.at(-1)?.fields.benefits ?? [] },
})

/**
 * The behavior that stores the benefits that an event offers to sponsors. Each sponsorship level specifies the amount
 * of each benefit that it includes (docs/schedule.md, Benefits).
 */
export const sponsorsDatabaseBehavior: Behavior = {
  name: 'collective.techevent.sponsors_database',
  fields: [
    {
      kind: 'rows',
      name: 'benefits',
      title: 'Benefits',
      default: [],
      rowIds: 'generated',
      columns: [
        { kind: 'line', name: 'title', title: 'Title', required: true },
        { kind: 'text', name: 'description', title: 'Description', default: '' },
      ],
    },
  ],
  indexer: benefitsColumn,
}

export const sponsorLevelBehavior: Behavior = {
  name: 'collective.techevent.sponsor_level',
  fields: [
    { kind: 'color', name: 'color', title: 'Color', required: true, default: '#000000' },
    { kind: 'line', name: 'price', title: 'Price', default: '' },
    {
      kind: 'rows',
      name: 'benefits',
      title: 'Benefits',
      default: [],
      rowIds: 'generated',
      titledBy: 'code',
      columns: [
        {
          kind: 'choice',
          name: 'code',
          title: 'Benefit',
          vocabulary: vocabularyName('sponsorship_benefits'),
          required: true,
        },
        { kind: 'line', name: 'value', title: 'Value', emptyIsNull: true },
      ],
    },
  ],
  indexer: benefitsColumn,
}

/**
 * Returns the level of a sponsor: the id of its container. Deriving the level from the path keeps it correct after the
 * container is renamed.
 */
export const levelOf = (path: string): string => idOfPath(parentPath(path))

const sponsorSummary: SummaryPart = {
  keys: ({ path }): Partial<EventSummaryKeys> => ({ level: levelOf(path) }),
}

export const sponsorBehavior: Behavior = {
  name: 'collective.techevent.sponsor',
  indexer: lineage => {
    const path = lineage.at(-1)?.path ?? ''
    return { indexes: { level: levelOf(path) }, columns: { level: levelOf(path) } }
  },
  indexes: { level: 'value' },
  summary: sponsorSummary,
}

/**
 * The behavior that stores social links as rows. The id of a row is the name of the network, which determines the icon
 * (docs/schedule.md, Social links).
 */
export const socialLinks: Behavior = {
  name: 'collective.techevent.social_links',
  fields: [
    {
      kind: 'rows',
      name: 'social_links',
      title: 'Links',
      default: [],
      rowIds: networkOf,
      preservesRowKeys: true,
      columns: [
        { kind: 'line', name: 'title', title: 'Title' },
        { kind: 'links', name: 'href', title: 'Address', acceptsText: true },
      ],
    },
  ],
  indexer: lineage => ({ columns: { social_links: lineage.at(-1)?.fields.social_links ?? null } }),
  summary: {
    keys: (entry): Partial<EventSummaryKeys> => ({ social_links: stockColumns(entry).social_links ?? null }),
  },
}

import { fixedVocabulary } from '../../../content/model/vocabulary.js'
import { permission } from '../../../security/permissions.js'
import { searchFieldNames as names } from '../../run/searchSettings.js'
import type { ControlPanel } from './controlPanel.js'

export const searchOrders = fixedVocabulary('plenum.vocabularies.SearchOrders', {
  relevance: 'Relevance',
  Date: 'Date (newest first)',
  sortable_title: 'Alphabetically',
})

/**
 * The settings for the scope and the default sort order of the site search (docs/content-and-access.md, Search, rule
 * 7).
 */
export const searchPanel: ControlPanel = {
  name: 'search',
  title: 'Search',
  group: 'General',
  permission: permission.setUpSite,
  settings: [
    {
      field: {
        kind: 'set',
        name: names.typesNotSearched,
        title: 'Types that are not searched',
        description: 'Content of these types is not found on the search page.',
        vocabulary: 'plone.app.vocabularies.ReallyUserFriendlyTypes',
        default: [],
      },
    },
    {
      field: {
        kind: 'choice',
        name: names.order,
        title: 'Order of results',
        description: 'How results are sorted at first.',
        vocabulary: searchOrders.name,
        default: 'relevance',
        required: true,
      },
    },
  ],
}

import type { SocialLink } from '../../answers/terms.js'
import type { JsonObject } from '../../foundation/json.js'
import type { SearchHit } from '../store/catalog.js'

/** The columns of an object. Empty columns are absent. Instants are in milliseconds. */
export type StockColumns = JsonObject & {
  readonly title?: string
  readonly description?: string
  readonly subjects?: readonly string[]
  readonly nav_title?: string
  readonly remoteUrl?: string
  readonly review_state?: string
  readonly workflow_states?: readonly string[]
  readonly Creator?: string
  readonly block_types?: readonly string[]
  readonly creators?: readonly string[]
  readonly exclude_from_nav?: boolean
  readonly is_default_page?: boolean
  readonly location?: string
  readonly level?: string
  readonly slot_category?: string
  readonly social_links?: readonly SocialLink[]
}

export const stockColumns = ({ columns }: Pick<SearchHit, 'columns'>): StockColumns => columns as StockColumns

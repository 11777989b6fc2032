import type { JsonObject } from '../foundation/json.js'
import type { AliasItem } from './aliases.js'
import type { TitledLink } from './terms.js'
import type { WorkflowPayload } from './workflow.js'

/** An action that the caller can run. Clients identify the action by its `id`. */
export type ActionLink = {
  readonly icon: string
  readonly id: string
  readonly title: string
  readonly url: string
}

/**
 * The component `@actions`: actions by category (docs/content-and-access.md, Components, rule 8). The query parameter
 * `categories` restricts the response to the listed categories.
 */
export type ActionsPayload = {
  readonly document_actions?: readonly ActionLink[]
  readonly object?: readonly ActionLink[]
  readonly object_buttons?: readonly ActionLink[]
  readonly portal_tabs?: readonly ActionLink[]
  readonly site_actions?: readonly ActionLink[]
  readonly user?: readonly ActionLink[]
}

/** The component `@breadcrumbs`: the containers of the object below the site root, followed by the object. */
export type BreadcrumbsPayload = {
  readonly '@id': string
  readonly items: readonly TitledLink[]
  /** The URL of the site root. */
  readonly root: string
}

/** An entry in the site menu. */
export type NavigationItem = {
  readonly '@id': string
  readonly description: string
  readonly review_state: string | null
  readonly title: string
  readonly items: readonly NavigationItem[]
  /** Always false. The key is included only in entries below the top level of the menu. */
  readonly use_view_action_in_listings?: boolean
}

/** The component `@navigation` (docs/content-and-access.md, Components, rule 7). */
export type NavigationPayload = {
  readonly '@id': string
  readonly items: readonly NavigationItem[]
}

/** An entry in the context navigation of an object. */
export type ContextNavigationItem = {
  readonly '@id': string
  readonly description: string
  readonly href: string
  readonly icon: string
  readonly is_current: boolean
  readonly is_folderish: boolean
  readonly is_in_path: boolean
  readonly items: readonly ContextNavigationItem[]
  readonly normalized_id: string
  readonly review_state: string
  /** The URL of a thumbnail, or an empty string if there is no thumbnail. */
  readonly thumb: string
  readonly title: string
  readonly type: string
}

/** The component `@contextnavigation` (docs/content-and-access.md, Components, rule 10). */
export type ContextNavigationPayload = {
  readonly '@id': string
  /** Whether the object has a menu. Objects above the level at which the menu begins have no menu. */
  readonly available: boolean
  readonly has_custom_name: boolean
  readonly items: readonly ContextNavigationItem[]
  readonly title: string
  readonly url: string
}

/** The values of a behavior, taken from the object or from its nearest container with this behavior. */
export type InheritedValues = {
  readonly from: TitledLink
  /** The fields of the behavior, by name. */
  readonly data: JsonObject
}

/**
 * The component `@inherit`: the inherited values by behavior name. It contains no values if the request specifies no
 * behavior.
 */
export type InheritPayload = { readonly '@id'?: string } & { readonly [behavior: string]: InheritedValues | string }

/** The component `@navroot`: the site root without its items, or only its `@id` if the caller may not view it. */
export type NavrootPayload = {
  readonly '@id': string
  readonly navroot: JsonObject & { readonly '@id': string }
}

/** The component `@aliases`: the first batch of the object's aliases. */
export type AliasesPayload = {
  readonly '@id': string
  readonly items: readonly AliasItem[]
  readonly items_total: number
}

/** A content type, and whether the caller can add an object of this type to the container. */
export type AddableType = {
  readonly '@id': string
  readonly addable: boolean
  readonly id: string
  readonly immediately_addable: boolean
  readonly title: string
}

/** The payloads of all components, by component name. */
export type ComponentPayloads = {
  readonly actions: ActionsPayload
  readonly aliases: AliasesPayload
  readonly breadcrumbs: BreadcrumbsPayload
  readonly contextnavigation: ContextNavigationPayload
  readonly inherit: InheritPayload
  readonly navigation: NavigationPayload
  readonly navroot: NavrootPayload
  readonly types: readonly AddableType[]
  readonly workflow: WorkflowPayload
}

import { type HtmlPage, urlOf } from '@plenum/core'

/**
 * Returns the URL of the container if the page shows the default page of a container, and otherwise null. The last
 * breadcrumb is this container (docs/content-and-access.md, Default pages, rule 4).
 */
export function canonicalAddress({ view, base, path, more: { breadcrumbs } }: HtmlPage): string | null {
  if (view !== 'object' || breadcrumbs === undefined) return null
  const shown = breadcrumbs.items.at(-1)?.['@id'] ?? base
  return urlOf(base, path).startsWith(`${shown}/`) ? shown : null
}

import { type HtmlPage, urlOf } from '@plenum/core'

/**
 * Returns the URL of the container if the page shows the default page of the container, and otherwise null. In the
 * breadcrumbs of such a page, the container is the last item (docs/content-and-access.md, Default pages, rule 4).
 */
export function canonicalAddress({ view, base, path, more: { breadcrumbs } }: HtmlPage): string | null {
  if (view !== 'object' || breadcrumbs === undefined) return null
  const shown = breadcrumbs.items.at(-1)?.['@id'] ?? base
  return urlOf(base, path).startsWith(`${shown}/`) ? shown : null
}

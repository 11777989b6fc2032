import type { HtmlPage, JsonObject, PageOf, PageView } from '@plenum/core'
import { defaultAccent } from '../look/accent.js'
import { safeSource } from '../reading/links.js'
import { objectOn } from '../reading/object.js'
import { listOf, termsText } from '../reading/terms.js'
import { canonicalAddress } from './canonical.js'
import { feedsOf } from './siteFooter.js'
import { siteTitle, titleOf } from './titles.js'

export function Head({ page }: { page: HtmlPage }) {
  const title = titleOf(page)
  const site = siteTitle(page)
  const description = objectOn(page)?.description
  const canonical = page.more.presentedAt ?? canonicalAddress(page)
  return (
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      {page.view === 'now' && (
        <noscript>
          <meta http-equiv="refresh" content="30" />
        </noscript>
      )}
      <title>{title === site || title === '' ? site : `${title} · ${site}`}</title>
      {description && <meta name="description" content={description} />}
      {canonical !== null && <link rel="canonical" href={canonical} />}
      <link rel="stylesheet" href={page.assets.style} />
      <Accent page={page} />
      <script type="module" src={page.assets.script} />
      <Extras page={page} />
      <Feeds page={page} />
      <Preview page={page} />
      <EventData page={page} />
    </head>
  )
}

const colorForm = /^#[0-9a-f]{6}$/i

function Accent({ page }: { page: HtmlPage }) {
  const { accent_color, favicon } = page.more.site?.['plenum.appearance'] ?? {}
  const { accent } = page.assets
  const hasColor = typeof accent_color === 'string' && colorForm.test(accent_color)
  const color = hasColor ? accent_color.slice(1).toLowerCase() : defaultAccent
  const icon = (favicon && safeSource(favicon, page.base)) || (accent && `${accent}${color}.svg`)
  return (
    <>
      {accent && hasColor && <link rel="stylesheet" href={`${accent}${color}.css`} />}
      {icon && <link rel="icon" href={icon} />}
    </>
  )
}

/** The names of additional scripts and styles, by view (see `HtmlPages.extras`). */
const extrasByView: { readonly [View in PageView]?: string } = {
  add: 'edit',
  edit: 'edit',
  delete: 'edit',
  desk: 'desk',
  deskConflict: 'desk',
  sharing: 'edit',
  outbox: 'edit',
  importProgramme: 'edit',
  settings: 'edit',
  panel: 'edit',
  setup: 'edit',
  users: 'edit',
  user: 'edit',
  invite: 'edit',
  groups: 'edit',
  group: 'edit',
  addGroup: 'edit',
}

function Extras({ page }: { page: HtmlPage }) {
  const files = page.assets.extras?.[extrasByView[page.view] ?? '']
  if (!files) return null
  return (
    <>
      <link rel="stylesheet" href={files.style} />
      <script type="module" src={files.script} />
    </>
  )
}

function Feeds({ page }: { page: HtmlPage }) {
  return (
    <>
      {feedsOf(page).map(({ address, title, type }) => (
        <link rel="alternate" type={type} title={title} href={address} />
      ))}
    </>
  )
}

function Preview({ page }: { page: HtmlPage }) {
  if (page.view !== 'object' && page.view !== 'schedule' && page.view !== 'sponsors') return null
  const { image, description } = objectOn(page) ?? {}
  const cover = page.more.site?.['plenum.appearance']?.cover_image
  const own = [image, cover].find(one => one?.download)
  const picture = own ? (own.scales?.great?.download ?? own.download) : page.more.site?.['plone.site_logo']
  const data = {
    'og:title': titleOf(page),
    'og:type': 'website',
    'og:url': page.more.presentedAt ?? page.address,
    'og:site_name': siteTitle(page),
    'og:description': description,
    'og:image': picture,
  }
  return (
    <>
      {Object.entries(data).map(([property, content]) => content && <meta property={property} content={content} />)}
      {own && <meta name="twitter:card" content="summary_large_image" />}
    </>
  )
}

/**
 * Renders structured data (schema.org) about an event, a session or a conference for search engines. The content
 * security policy for scripts does not block JSON-LD, because browsers do not execute it.
 */
function EventData({ page }: { page: HtmlPage }) {
  if (page.view !== 'object' || !page.answer.start) return null
  // `<` is escaped, because `</script>` in a value would end the element.
  const text = JSON.stringify(structuredData(page)).replaceAll('<', '\\u003c')
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
}

function structuredData(page: PageOf<'object'>): JsonObject {
  const { answer, address, more } = page
  const location = answer.location || termsText(answer.room)
  const people = listOf(answer.presenters).map(({ title }) => ({ '@type': 'Person', name: title }))
  const description = answer.description ?? ''
  const end = answer.end ?? ''
  return {
    '@context': 'https://schema.org',
    '@type': page.path === '/' || answer['@type'] === 'Tech Event' ? 'Festival' : 'Event',
    name: titleOf(page),
    url: address,
    startDate: answer.start ?? '',
    ...(end === '' ? {} : { endDate: end }),
    ...(description === '' ? {} : { description }),
    ...(location === '' ? {} : { location: { '@type': 'Place', name: location } }),
    ...(people.length > 0 ? { performer: people } : {}),
    ...(more.site && 'room' in answer
      ? { superEvent: { '@type': 'Event', name: more.site['plone.site_title'], url: page.base } }
      : {}),
  }
}

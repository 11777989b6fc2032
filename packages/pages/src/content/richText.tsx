import type { RichTextValue } from '@plenum/core/answers'
import { withOwnSources } from '../reading/ownSources.js'
import { SiteBase } from '../reading/siteBase.js'

export function RichText({ value }: { value: RichTextValue | null | undefined }) {
  if (!value?.data) return null
  if (value['content-type'] === 'text/html') return <CleanHtml html={value.data} />
  return <div class="prose plain">{value.data}</div>
}

/** Renders HTML that was sanitized before it was stored (docs/content-and-access.md, HTML in fields). */
export function CleanHtml({ html }: { html: string }) {
  return (
    <SiteBase.Consumer>
      {base => <div class="prose" dangerouslySetInnerHTML={{ __html: withOwnSources(html, base) }} />}
    </SiteBase.Consumer>
  )
}

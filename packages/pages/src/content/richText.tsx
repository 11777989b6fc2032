import type { JsonValue } from '@plenum/core'
import { objectOf, textOf } from '../reading/json.js'
import { withOwnSources } from '../reading/ownSources.js'
import { SiteBase } from '../reading/siteBase.js'

/** A rich text: HTML that the service has cleaned, or plain text. */
export function RichText({ value }: { value: JsonValue | undefined }) {
  const { data, 'content-type': type } = objectOf(value)
  const text = textOf(data)
  if (text === '') return null
  if (textOf(type) === 'text/html') return <CleanHtml html={text} />
  return <div class="prose plain">{text}</div>
}

/** HTML of a field or block that the service cleaned when it was written (docs/content-and-access.md, HTML in fields). */
export function CleanHtml({ html }: { html: string }) {
  return (
    <SiteBase.Consumer>
      {base => <div class="prose" dangerouslySetInnerHTML={{ __html: withOwnSources(html, base) }} />}
    </SiteBase.Consumer>
  )
}

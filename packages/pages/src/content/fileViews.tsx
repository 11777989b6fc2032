import type { HtmlPage } from '@plenum/core'
import { numberOf, objectOf, textOf } from '../reading/json.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { LeadImage } from './picture.js'
import { Title } from './title.js'

export function LinkView({ page }: { page: HtmlPage }) {
  const target = textOf(page.answer.targetUrl) || textOf(page.answer.remoteUrl)
  const href = safeLink(target)
  return (
    <article class="narrow">
      <Title page={page} />
      <p>{href ? <a href={href}>{target}</a> : target}</p>
    </article>
  )
}

export function FileView({ page }: { page: HtmlPage }) {
  const file = objectOf(page.answer.file)
  const href = safeLink(textOf(file.download))
  return (
    <article class="narrow">
      <Title page={page} />
      {textOf(file.download) && (
        <p>
          <a class="button" href={href}>
            {say(page, 'page.download', { name: textOf(file.filename), size: sizeInWords(numberOf(file.size)) })}
          </a>
        </p>
      )}
    </article>
  )
}

export function ImageView({ page }: { page: HtmlPage }) {
  return (
    <article>
      <Title page={page} />
      <LeadImage content={page.answer} />
    </article>
  )
}

/** `840 B`, `1.4 kB`, `12 MB`. */
function sizeInWords(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1000 ** power
  return `${size < 10 && power > 0 ? size.toFixed(1) : Math.round(size)} ${['B', 'kB', 'MB', 'GB'][power]}`
}

import type { PageOf } from '@plenum/core'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { LeadImage } from './picture.js'
import { Title } from './title.js'

export function LinkView({ page }: { page: PageOf<'object'> }) {
  const target = page.answer.targetUrl || page.answer.remoteUrl || ''
  const href = safeLink(target)
  return (
    <article class="narrow">
      <Title page={page} />
      <p>{href ? <a href={href}>{target}</a> : target}</p>
    </article>
  )
}

export function FileView({ page }: { page: PageOf<'object'> }) {
  const { file } = page.answer
  return (
    <article class="narrow">
      <Title page={page} />
      {file?.download && (
        <p>
          <a class="button" href={safeLink(file.download)}>
            {say(page, 'page.download', { name: file.filename, size: formatSize(file.size) })}
          </a>
        </p>
      )}
    </article>
  )
}

export function ImageView({ page }: { page: PageOf<'object'> }) {
  return (
    <article>
      <Title page={page} />
      <LeadImage content={page.answer} />
    </article>
  )
}

/** Formats a file size, for example as `840 B`, `1.4 kB` or `12 MB`. */
function formatSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bytes) / 3))
  const size = bytes / 1000 ** power
  return `${size < 10 && power > 0 ? size.toFixed(1) : Math.round(size)} ${['B', 'kB', 'MB', 'GB'][power]}`
}

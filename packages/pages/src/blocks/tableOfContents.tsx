import { say } from '../say.js'
import type { BlockProps } from './blockProps.js'
import { headingsOf } from './headings.js'

/** Links to the headings of the page. */
export function TableOfContents({ page, content }: BlockProps) {
  const headings = headingsOf(content)
  if (headings.length === 0) return null
  return (
    <nav class="toc" aria-label={say(page, 'page.contents')}>
      <p class="eyebrow">{say(page, 'page.contents')}</p>
      <ul>
        {headings.map(({ anchor, text, level }) => (
          <li class={`level-${level}`}>
            <a href={`#${anchor}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

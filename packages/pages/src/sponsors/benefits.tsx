import type { HtmlPage } from '@plenum/core'
import type { SponsorsPayload } from '@plenum/core/answers'
import { Table, Tick } from '../content/table.js'
import { say } from '../say.js'

export function Benefits({ page, answer }: { page: HtmlPage; answer: SponsorsPayload }) {
  const levels = answer.items.filter(level => !level.exclude_from_nav)
  const { benefits } = answer
  if (benefits.length === 0 || levels.length === 0) return null
  return (
    <section>
      <h2>{say(page, 'page.benefits')}</h2>
      <Table
        label={say(page, 'page.benefits')}
        class="benefits"
        columns={[say(page, 'page.benefit'), ...levels.map(({ title }) => title)]}
      >
        {benefits.map(benefit => (
          <tr>
            <th scope="row">
              {benefit.title}
              {benefit.description && <small>{benefit.description}</small>}
            </th>
            {levels.map(level => (
              <td>
                <Offer page={page} details={benefit.levels} level={level.id} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </section>
  )
}

/**
 * Renders the cell for a benefit at a level: the detail of the benefit, a tick if there is no detail, or a dash if
 * the level does not include the benefit.
 */
function Offer({ page, details, level }: { page: HtmlPage; details: Readonly<Record<string, string>>; level: string }) {
  const isIncluded = Object.hasOwn(details, level)
  const detail = isIncluded ? details[level] : ''
  if (detail) return <>{detail}</>
  return <Tick isSet={isIncluded} text={say(page, isIncluded ? 'page.included' : 'page.not-included')} />
}

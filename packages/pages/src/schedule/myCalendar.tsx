import type { HtmlPage } from '@plenum/core'
import { say } from '../say.js'

/** The maximum number of sessions in a personal calendar (`calendar`) and in its QR code (`code`). */
const limits = { calendar: 400, code: 300 }

/**
 * Renders the panel with the calendar of the reader's starred sessions. Without a script, the panel remains hidden,
 * because only the browser stores the stars. `event` is the URL of the event.
 */
export function MyCalendar({ page, event }: { page: HtmlPage; event: string | undefined }) {
  if (!event) return null
  return (
    <div
      class="my-calendar"
      data-event={event}
      data-qr={page.assets.extras?.qr?.script}
      data-max={limits.calendar}
      data-max-in-code={limits.code}
      hidden
    >
      <button type="button" class="quiet">
        {say(page, 'page.my-calendar')}
      </button>
      <div role="status">
        <p data-none hidden>
          {say(page, 'page.my-calendar-none')}
        </p>
        <div data-some hidden>
          <div class="code" data-code>
            <svg role="img" aria-label={say(page, 'page.my-calendar-code')}>
              <path />
            </svg>
          </div>
          <div>
            <p>{say(page, 'page.my-calendar-use')}</p>
            <p data-many hidden>
              {say(page, 'page.my-calendar-many', { limit: limits.code })}
            </p>
            <p data-cut hidden>
              {say(page, 'page.my-calendar-cut', { limit: limits.calendar })}
            </p>
            <label>
              {say(page, 'page.my-calendar-address')}
              <input readonly />
            </label>
            <a class="button" href={event}>
              {say(page, 'page.my-calendar-open')}
            </a>
          </div>
        </div>
      </div>
    </div>
  )
}

import type { HtmlPage } from '@plenum/core'
import { say } from '../say.js'

/** The maximum number of sessions in a personal calendar, and in the QR code of the calendar. */
const limits = { calendar: 400, code: 300 }

/**
 * The calendar of the reader's starred sessions. The panel remains hidden without a script, because only the browser
 * stores the stars. `event` is the URL of the event.
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

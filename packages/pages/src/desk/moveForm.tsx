import { PostForm } from '../frame/postForm.js'
import { safeLink } from '../reading/links.js'
import { say } from '../say.js'
import { type DeskPage, deskAddress, pathOf, shownPart } from './deskAddress.js'

/**
 * Renders the form that moves the selected session without a script. The form contains the day, time, duration and
 * room.
 */
export function MoveForm({ page }: { page: DeskPage }) {
  const { selected, day, rooms } = page.answer
  if (!selected) return <Idle page={page} />
  const { revision, time, minutes, title, is_for_everybody: isForEverybody } = selected
  const at = selected['@id']
  return (
    <section class="desk-form" id="move" aria-labelledby="desk-form">
      <h2 id="desk-form">{title}</h2>
      <p class="facts">
        <a href={safeLink(at)}>{say(page, 'page.view')}</a>
        <a href={safeLink(`${at}/@@edit`)}>{say(page, 'page.desk-edit')}</a>
        <a href={deskAddress(page, {})}>{say(page, 'page.desk-close')}</a>
      </p>
      <PostForm page={page} action="moveSlot" at={pathOf(page, at)} class="fields">
        <input type="hidden" name="revision" value={revision} />
        <input type="hidden" name="shown" value={day ?? ''} />
        <input type="hidden" name="part" value={shownPart(page)} />
        <input type="hidden" name="search" value={page.query.get('search') ?? ''} />
        <label for="desk-form-day">{say(page, 'page.desk-day')}</label>
        <input id="desk-form-day" type="date" name="day" value={selected.day} required />
        <label for="desk-form-time">{say(page, 'page.desk-time')}</label>
        <input id="desk-form-time" type="time" name="time" value={time} required />
        <label for="desk-form-minutes">{say(page, 'page.desk-minutes')}</label>
        <input id="desk-form-minutes" type="number" name="minutes" value={minutes} min="0" max="10080" />
        {!isForEverybody && (
          <>
            <label for="desk-form-room">{say(page, 'page.room')}</label>
            <select id="desk-form-room" name="room">
              <option value="">{say(page, 'page.desk-no-room')}</option>
              {rooms.map(room => (
                <option value={room.token} selected={room.token === selected.room[0]?.token}>
                  {room.title}
                </option>
              ))}
            </select>
          </>
        )}
        <div class="buttons">
          <button type="submit">{say(page, 'page.desk-move')}</button>
          {selected.start !== null && (
            <button type="submit" name="unscheduled" value="1" class="quiet" formNoValidate>
              {say(page, 'page.desk-unschedule')}
            </button>
          )}
        </div>
      </PostForm>
    </section>
  )
}

/** Renders a hidden form without a session. The script uses the form token to move sessions by pointer and keyboard. */
const Idle = ({ page }: { page: DeskPage }) => (
  <PostForm page={page} action="moveSlot" class="hidden">
    {null}
  </PostForm>
)

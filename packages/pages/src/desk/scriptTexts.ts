import { say } from '../say.js'
import type { DeskPage } from './deskAddress.js'

const placeholders = { title: '{title}', time: '{time}', room: '{room}', titles: '{titles}', reason: '{reason}' }

export const scriptTexts = (page: DeskPage) => ({
  pick: say(page, 'page.desk-pick', placeholders),
  picked: say(page, 'page.desk-picked', placeholders),
  target: say(page, 'page.desk-target', placeholders),
  out: say(page, 'page.desk-unschedule'),
  overlap: say(page, 'page.desk-overlap', placeholders),
  cancelled: say(page, 'page.desk-cancelled'),
  failed: say(page, 'page.desk-failed', placeholders),
})

import { type Member, type Site, wordInEnglish } from '@plenum/core'
import { eventSettings } from './conference.js'
import { pages, type RoomId, rooms, schedule, venue, welcome } from './pages.js'
import { speakersPage } from './people.js'
import type { PlannedContent } from './plannedContent.js'
import { slotContent } from './plannedSlot.js'
import { programme } from './programme.js'
import { sponsorsDatabase } from './sponsors.js'

/** Adds content with all that is inside it; answers with its path and UID. */
type Add = (container: string, planned: PlannedContent) => Promise<{ readonly path: string; readonly uid: string }>

/**
 * Fills a site that has nothing but its root with an invented conference (docs/configuration.md (the demonstration
 * conference)), through the operations that clients use. The caller has to be a Manager. Throws a DomainError where one
 * of them refuses; what was made until then stays.
 */
export async function buildDemonstration(site: Site, caller: Member): Promise<void> {
  await site.run('editContent', {
    ...asking(caller),
    path: '/',
    input: { body: { ...welcome, ...eventSettings }, representation: false },
  })
  const add = adding(site, caller)
  // The order of the navigation; the programme itself comes last, because it names rooms and speakers.
  const { path } = await add('/', schedule)
  await add('/', speakersPage)
  const tokens = await addRooms(add)
  for (const page of [sponsorsDatabase, ...pages]) await add('/', page)
  await addProgramme(add, { path, tokens })
}

const asking = (caller: Member) => ({ caller, base: 'http://localhost', translate: wordInEnglish })

function adding(site: Site, caller: Member): Add {
  const add: Add = async (
    container,
    { type, fields, isPrivate = false, publishedBy = 'publish', items = [], ...known },
  ) => {
    const input = { '@type': type, ...known, ...fields }
    const { path, content } = await site.run('addContent', { ...asking(caller), path: container, input })
    if (!isPrivate)
      await site.run('moveContent', { ...asking(caller), path, input: { transition: publishedBy, body: {} } })
    for (const item of items) await add(path, item)
    return { path, uid: String(content.UID) }
  }
  return add
}

/** Rooms are named by their UIDs, which differ on every site. */
async function addRooms(add: Add): Promise<ReadonlyMap<RoomId, string>> {
  const { path } = await add('/', venue)
  const tokens = new Map<RoomId, string>()
  for (const room of rooms) tokens.set(room.id, (await add(path, room)).uid)
  return tokens
}

async function addProgramme(
  add: Add,
  { path, tokens }: { path: string; tokens: ReadonlyMap<RoomId, string> },
): Promise<void> {
  for (const { day, slots } of programme)
    for (const slot of slots)
      await add(
        path,
        slotContent(slot, day, room => tokens.get(room) ?? room),
      )
}

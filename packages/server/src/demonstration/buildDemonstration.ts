import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  asOwner,
  formatInstant,
  type JsonObject,
  type Member,
  type Programme,
  type Site,
  translateEnglish,
} from '@plenum/core'
import { faultMessage } from '../programme/fault.js'
import { readScheduleFile } from '../programme/readScheduleFile.js'
import { drawPicture } from './pictures.js'
import { type PlannedContent, type SessionDetails, sessionContent } from './sessionContent.js'

type Add = (container: string, planned: PlannedContent) => Promise<void>

/**
 * Fills an empty site with a fictional conference (docs/operate.md, The demonstration), through the same operations
 * that clients use. The caller must be a Manager. Throws a DomainError if an operation is rejected. In this case, the
 * objects that have already been added remain.
 */
export async function buildDemonstration(site: Site, caller: Member): Promise<void> {
  const { programme, site: file } = readDemonstration()
  const body = welcome(programme, file)
  await site.run('editContent', { ...callerOptions(caller), path: '/', input: () => ({ body, representation: false }) })
  const appearance = { cover_image: drawPicture('cover', programme.title) }
  await site.run('editControlPanel', {
    ...callerOptions(caller),
    path: '/',
    input: () => ({ name: 'appearance', body: appearance }),
  })
  // The UIDs of the rooms by title. Sessions refer to rooms by UID, which differs between sites.
  const rooms = new Map<string, string>()
  const add = adding(site, caller, ({ type, title }, uid) => void (type === 'Room' && rooms.set(title, uid)))
  for (const page of file.pages) await add('/', page)
  // Sessions refer to rooms and speakers, so they are added last.
  for (const session of programme.sessions) {
    const details = file.sessions[session.shortName] ?? {}
    await add('/schedule', sessionContent(session, details, rooms.get(session.room ?? '') ?? null))
  }
  const fields = Object.keys({ ...body, ...appearance }).filter(name => name !== 'title')
  await asOwner(site, 'markExamples', { fields })
}

function welcome({ title, timezone, start, end, tracks }: Programme, { welcome }: DemonstrationSite): JsonObject {
  const { description = '', paragraphs = [], blocks = [], fields } = welcome
  const event = { title, timezone, start: formatInstant(start), end: formatInstant(end), tracks }
  return { description, ...pageBlocks(paragraphs, blocks), ...event, ...fields }
}

const callerOptions = (caller: Member) => ({ caller, base: 'http://localhost', translate: translateEnglish })

function adding(site: Site, caller: Member, onAdded: (planned: PlannedContent, uid: string) => void): Add {
  const add: Add = async (container, planned) => {
    const { isPrivate = false, publishedBy = 'publish', items = [] } = planned
    const linked = await addLinkedPicture(container, planned)
    const input = () => ({ ...inputOf(planned), ...linked })
    const { path, content } = await site.run('addContent', { ...callerOptions(caller), path: container, input })
    if (!isPrivate)
      await site.run('transitionContent', {
        ...callerOptions(caller),
        path,
        input: () => ({ transition: publishedBy, body: {} }),
      })
    onAdded(planned, String(content.UID))
    for (const item of items) await add(path, item)
  }
  async function addLinkedPicture(container: string, { id, title, picture }: PlannedContent): Promise<JsonObject> {
    if (picture !== 'badge') return {}
    const image = { '@type': 'Image', id: `${id}-${picture}`, title, image: drawPicture(picture, title) }
    const { path } = await site.run('addContent', { ...callerOptions(caller), path: container, input: () => image })
    return { preview_image_link: path }
  }
  return add
}

function inputOf(planned: PlannedContent): JsonObject {
  const { type, id, title, description, paragraphs = [], blocks = [], picture, fields } = planned
  const page: JsonObject = paragraphs.length + blocks.length > 0 ? pageBlocks(paragraphs, blocks) : {}
  const image: JsonObject = picture && picture !== 'badge' ? { image: drawPicture(picture, title) } : {}
  return {
    '@type': type,
    id,
    title,
    ...(description === undefined ? {} : { description }),
    ...page,
    ...image,
    ...fields,
  }
}

interface PageBlocks extends JsonObject {
  readonly blocks: JsonObject
  readonly blocks_layout: JsonObject
}

const heading: JsonObject = { '@type': 'title' }

const paragraph = (text: string): JsonObject => ({
  '@type': 'slate',
  plaintext: text,
  value: [{ type: 'p', children: [{ text }] }],
})

/** Returns the blocks of a page in Volto's format: a title, paragraphs of plain text, and the blocks in `more`. */
function pageBlocks(paragraphs: readonly string[], more: readonly JsonObject[]): PageBlocks {
  const all = [heading, ...paragraphs.map(paragraph), ...more]
  const blocks = Object.fromEntries(all.map((block, i) => [`block-${i + 1}`, block]))
  return { blocks, blocks_layout: { items: Object.keys(blocks) } }
}

/** The contents of `site.json`, which describes the demonstration except for its sessions. */
export interface DemonstrationSite {
  /** The content of the front page, except for the title and the dates, which are taken from the schedule. */
  readonly welcome: Pick<PlannedContent, 'description' | 'paragraphs' | 'blocks' | 'fields'>
  /** The pages, in the same order as in the navigation. */
  readonly pages: readonly PlannedContent[]
  readonly sessions: Readonly<Record<string, SessionDetails>>
}

/**
 * Reads `site.json` and `schedule.json` in this directory. Throws an Error if a file is invalid. `plenum import
 * schedule` can also import `schedule.json`.
 */
export function readDemonstration() {
  const reading = readScheduleFile(textOf('schedule.json'), {})
  if (!reading.ok) throw new Error(reading.faults.map(fault => translateEnglish(faultMessage(fault))).join('\n'))
  return { programme: reading.programme, site: JSON.parse(textOf('site.json')) as DemonstrationSite }
}

const textOf = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8')

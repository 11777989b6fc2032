import {
  type AnswerMetadata,
  type ComponentName,
  DomainError,
  type InputOf,
  type OperationRequest,
  type PageParts,
  presentListing,
  rootPath,
  type Site,
  urlOf,
} from '@plenum/core'
import type {
  ComponentPayloads,
  ContentPayload,
  DifferencesPayload,
  ListedItem,
  ListingPayload,
} from '@plenum/core/answers'
import type { AskPart } from './askPart.js'
import { blockListings } from './blockListings.js'
import { eventParts } from './eventParts.js'
import type { Lasting } from './lasting.js'
import type { PageSubject } from './makePage.js'

export type Asked = Omit<OperationRequest<unknown>, 'input' | 'isUnmodified'>

export type PageContent = PageSubject & { readonly query: ReadonlyMap<string, string> }

/** The answers of further operations that a page shows (see `PageParts`). */
export async function pageParts(
  site: Site,
  page: PageContent,
  at: { readonly asked: Asked; readonly lasting: Lasting },
): Promise<PageParts> {
  const ask = partAsker(site, at.asked, at.lasting)
  return withoutNothing({ ...(await surroundings(ask)), ...(await ownParts(page, at.asked, ask)) })
}

function partAsker(site: Site, asked: Asked, lasting: Lasting): AskPart {
  return async (name, { input, path = asked.path }) => {
    let known: AnswerMetadata | null = null
    const isKnown = (answer: AnswerMetadata): boolean => {
      known = answer
      return false
    }
    try {
      const answer = await site.run(name, { ...asked, path, isUnmodified: isKnown, input: () => input })
      lasting.add(known)
      return answer
    } catch (error) {
      if (error instanceof DomainError && leftOut.has(error.code)) return undefined
      throw error
    }
  }
}

/** Refusals that depend only on content, its dates and the caller, so that the page remains cacheable. */
const leftOut: ReadonlySet<string> = new Set([
  'not-found',
  'moved',
  'unauthorized',
  'forbidden',
  'denied',
  'bad-request',
])

/** The parts around every page. */
export async function surroundingParts(site: Site, asked: Asked, lasting: Lasting): Promise<PageParts> {
  return withoutNothing(await surroundings(partAsker(site, asked, lasting)))
}

type Parts = { readonly [K in keyof PageParts]?: PageParts[K] | undefined }

async function surroundings(ask: AskPart): Promise<Parts> {
  const component = async <Name extends ComponentName>(name: Name) =>
    (await ask('getComponent', { input: { name, parameters: {} } })) as ComponentPayloads[Name] | undefined
  return {
    site: await ask('getSite', { input: undefined, path: rootPath }),
    navigation: await component('navigation'),
    breadcrumbs: await component('breadcrumbs'),
    actions: await component('actions'),
  }
}

async function ownParts(page: PageContent, asked: Asked, ask: AskPart): Promise<Parts> {
  const { view, query } = page
  if (view === 'search' || view === 'error') return {}
  const workflow = asked.caller.kind === 'member' ? await ask('getWorkflow', { input: undefined }) : undefined
  if (view === 'object') return { workflow, ...(await objectParts(page.answer, asked, ask)) }
  const content = (await ask('getContent', { input: objectAlone }))?.content
  if (view === 'workflow')
    return { content, workflow, definitions: await ask('getWorkflowDefinitions', { input: undefined }) }
  return { content, workflow, ...(view === 'history' ? { diff: await differences(query, ask) } : {}) }
}

const objectAlone: InputOf<'getContent'> = {
  batch: { start: 0, size: 1 },
  metadata: [],
  fullObjects: false,
  withItems: false,
}

async function objectParts(answer: ContentPayload, { base, path }: Asked, ask: AskPart): Promise<Parts> {
  const isPoll = answer['@type'] === 'collective.polls.poll'
  const poll = isPoll ? (await ask('getPoll', { input: undefined }))?.payload : undefined
  const listings: [id: string, listing: ListingPayload<ListedItem>][] = []
  for (const [id, body] of blockListings(answer)) {
    const page = await ask('querystringSearch', { input: { body } })
    if (page) listings.push([id, presentListing(page, { url: urlOf(base, path), rawQuery: '' })])
  }
  const event = await eventParts(answer, path, ask)
  return { poll, ...event, ...(listings.length > 0 ? { listings: Object.fromEntries(listings) } : {}) }
}

/** The differences of the two versions in the query. */
async function differences(query: PageContent['query'], ask: AskPart): Promise<DifferencesPayload | undefined> {
  const [one, two] = [query.get('one'), query.get('two')]
  return one === undefined || two === undefined ? undefined : ask('compareVersions', { input: { one, two } })
}

const withoutNothing = (parts: Parts): PageParts =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as PageParts

import {
  type AnswerMetadata,
  anonymous,
  type ComponentName,
  DomainError,
  type InputOf,
  type OperationRequest,
  type PageParts,
  type PageSubject,
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
import { blockListings } from './blockListings.js'
import { eventParts, type FetchPart, isEvent, presentationOf, upcomingIn } from './eventParts.js'
import type { ExpiryCollector } from './pageExpiry.js'

export type OperationContext = Omit<OperationRequest<unknown>, 'input' | 'isUnmodified'>

export type PageContent = PageSubject & { readonly query: ReadonlyMap<string, string> }

/** Fetches the payloads of the additional operations whose results the page shows (see `PageParts`). */
export async function pageParts(site: Site, page: PageContent, at: PageContext): Promise<PageParts> {
  const fetchPart = partFetcher(site, at.context, at.expiry)
  return withoutUndefined({
    ...(await surroundings(fetchPart)),
    presentedAt: await presentationOf(page.view, at.context.path, fetchPart),
    ...withUpcoming(page, await ownParts(page, at.context, fetchPart), { now: site.now(), expiry: at.expiry }),
    ...(await partsForOne(site, page, at)),
  })
}

function withUpcoming(
  page: PageContent,
  parts: Parts,
  { now, expiry }: { readonly now: number; readonly expiry: ExpiryCollector },
): Parts {
  if (page.view !== 'object' || !parts.schedule || !isEvent(page.answer)) return parts
  const { upcoming, until } = upcomingIn(parts.schedule, now)
  if (until !== null) expiry.add({ until, changesIn: Math.max(0, (until - now) / 1000), hasVotes: false, etag: null })
  return { ...parts, upcoming }
}

interface PageContext {
  readonly context: OperationContext
  readonly expiry: ExpiryCollector
  readonly voteToken: InputOf<'hasVisitorVoted'>['token'] | null
}

/**
 * Fetches the parts of a page that differ between readers: whether a visitor has voted, and the notice that an object
 * is hidden from visitors.
 */
async function partsForOne(site: Site, page: PageContent, { context, expiry, voteToken }: PageContext): Promise<Parts> {
  if (context.caller.kind === 'member') return { isHidden: await isHidden(site, page, { context, expiry }) }
  const isPollPage = page.view === 'poll' || (page.view === 'object' && isPoll(page.answer))
  if (voteToken === null || !isPollPage) return {}
  const fetchPart = partFetcher(site, context, expiry)
  return { hasVoted: (await fetchPart('hasVisitorVoted', { input: { token: voteToken } })) || undefined }
}

async function isHidden(
  site: Site,
  { view }: PageContent,
  { context, expiry }: Omit<PageContext, 'voteToken'>,
): Promise<true | undefined> {
  if (view === 'search' || view === 'error') return undefined
  const fetchPart = partFetcher(site, { ...context, caller: anonymous }, expiry)
  return (await fetchPart('getContent', { input: objectAlone })) ? undefined : true
}

const isPoll = (content: ContentPayload): boolean => content['@type'] === 'collective.polls.poll'

function partFetcher(site: Site, context: OperationContext, expiry: ExpiryCollector): FetchPart {
  return async (name, { input, path = context.path }) => {
    let metadata: AnswerMetadata | null = null
    const recordMetadata = (answer: AnswerMetadata): boolean => {
      metadata = answer
      return false
    }
    try {
      const answer = await site.run(name, { ...context, path, isUnmodified: recordMetadata, input: () => input })
      expiry.add(metadata)
      return answer
    } catch (error) {
      if (error instanceof DomainError && isOmittedRefusal(error)) return undefined
      throw error
    }
  }
}

/** Whether a refusal depends only on the content, its dates and the caller, so that the page can still be cached. */
export const isOmittedRefusal = ({ code }: DomainError): boolean => omittedRefusals.has(code)

const omittedRefusals: ReadonlySet<string> = new Set([
  'not-found',
  'moved',
  'unauthorized',
  'forbidden',
  'denied',
  'bad-request',
])

/** Fetches the parts that every page shows around its content: site settings, navigation, breadcrumbs and actions. */
export async function surroundingParts(
  site: Site,
  context: OperationContext,
  expiry: ExpiryCollector,
): Promise<PageParts> {
  return withoutUndefined(await surroundings(partFetcher(site, context, expiry)))
}

type Parts = { readonly [K in keyof PageParts]?: PageParts[K] | undefined }

async function surroundings(fetchPart: FetchPart): Promise<Parts> {
  const component = async <Name extends ComponentName>(name: Name) =>
    (await fetchPart('getComponent', { input: { name, parameters: {} } })) as ComponentPayloads[Name] | undefined
  return {
    site: await fetchPart('getSite', { input: undefined, path: rootPath }),
    navigation: await component('navigation'),
    breadcrumbs: await component('breadcrumbs'),
    actions: await component('actions'),
  }
}

async function ownParts(page: PageContent, context: OperationContext, fetchPart: FetchPart): Promise<Parts> {
  const { view, query } = page
  if (view === 'search' || view === 'error') return {}
  const workflow = context.caller.kind === 'member' ? await fetchPart('getWorkflow', { input: undefined }) : undefined
  if (view === 'object') {
    const types = context.caller.kind === 'member' ? await addableTypes(fetchPart) : undefined
    return { workflow, types, ...(await objectParts(page.answer, context, fetchPart)) }
  }
  const content = (await fetchPart('getContent', { input: objectAlone }))?.content
  if (view === 'workflow')
    return {
      content,
      poll: content && isPoll(content) ? (await fetchPart('getPoll', { input: undefined }))?.payload : undefined,
      workflow,
      definitions: await fetchPart('getWorkflowDefinitions', { input: {} }),
      plans: await fetchPart('getWorkflowPlans', { input: undefined }),
    }
  return { content, workflow, ...(view === 'history' ? { diff: await differences(query, fetchPart) } : {}) }
}

async function addableTypes(fetchPart: FetchPart): Promise<PageParts['types'] | undefined> {
  const types = await fetchPart('getComponent', { input: { name: 'types', parameters: {} } })
  return (types as ComponentPayloads['types'] | undefined)?.filter(({ addable }) => addable)
}

const objectAlone: InputOf<'getContent'> = {
  batch: { start: 0, size: 1 },
  metadata: [],
  fullObjects: false,
  withItems: false,
}

async function objectParts(
  answer: ContentPayload,
  { base, path }: OperationContext,
  fetchPart: FetchPart,
): Promise<Parts> {
  const poll = isPoll(answer) ? (await fetchPart('getPoll', { input: undefined }))?.payload : undefined
  const listings: [id: string, listing: ListingPayload<ListedItem>][] = []
  for (const [id, body] of blockListings(answer)) {
    const page = await fetchPart('querystringSearch', { input: { body } })
    if (page) listings.push([id, presentListing(page, { url: urlOf(base, path), rawQuery: '' })])
  }
  const event = await eventParts(answer, path, fetchPart)
  return { poll, ...event, ...(listings.length > 0 ? { listings: Object.fromEntries(listings) } : {}) }
}

async function differences(query: PageContent['query'], fetchPart: FetchPart): Promise<DifferencesPayload | undefined> {
  const [one, two] = [query.get('one'), query.get('two')]
  return one === undefined || two === undefined ? undefined : fetchPart('compareVersions', { input: { one, two } })
}

const withoutUndefined = (parts: Parts): PageParts =>
  Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)) as PageParts

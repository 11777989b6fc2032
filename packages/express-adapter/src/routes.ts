import { type SearchParameters, urlOf } from '@plenum/core'
import { urlWithoutBatching } from './batching.js'
import { contentInput, contentReply, listingInput, presentListing } from './contentReply.js'
import { fileInput, fileReply, imageNamed } from './fileReply.js'
import { historyInput, versionOf } from './history.js'
import { forOneCaller, pollReply, voteInput, voteReply } from './polls.js'
import { nestedQuery } from './queryParameters.js'
import { gottenQuerystring, postedQuerystring, querystringReply } from './querystringRequest.js'
import { cachedReply, created, noContent, ok } from './reply.js'
import { metadataOf, textOf, urlOfRequest } from './request.js'
import { type Route, route } from './route.js'
import { siteRoutes } from './siteRoutes.js'
import { vocabularyInput, vocabularyReply } from './vocabularies.js'

/** Every request that the service answers (docs/http.md). */
export const routes: readonly Route[] = [
  route({
    method: 'GET',
    view: null,
    operation: 'getContent',
    input: request => ({ ...contentInput(request), ...versionOf(request) }),
    // A version may have been called otherwise; what is inside is listed at the address of now.
    reply: (answer, request) => contentReply(answer, request, urlOfRequest(request)),
  }),
  route({
    method: 'POST',
    view: null,
    operation: 'addContent',
    input: ({ body }) => body,
    reply: ({ content, path, tag }, { base }) => created(content, { Location: urlOf(base, path), ETag: `"${tag}"` }),
  }),
  route({
    method: 'PATCH',
    view: null,
    isConditional: true,
    operation: 'editContent',
    input: ({ body, header }) => ({ body, representation: header('prefer') === 'return=representation' }),
    reply: (answer, request) => (answer ? contentReply(answer, request) : noContent),
  }),
  route({
    method: 'DELETE',
    view: null,
    isConditional: true,
    operation: 'deleteContent',
    input: () => undefined,
    reply: () => noContent,
  }),
  route({
    method: 'GET',
    view: '@search',
    operation: 'searchContent',
    input: request => ({ ...listingInput(request), parameters: nestedQuery(request.query) as SearchParameters }),
    reply: (listing, request) => {
      const url = urlOfRequest(request, '@search')
      return ok({ '@id': urlWithoutBatching(url, request.rawQuery), ...presentListing(listing, request, url) })
    },
  }),
  route({
    method: 'GET',
    view: '@querystring-search',
    operation: 'querystringSearch',
    input: gottenQuerystring,
    reply: querystringReply,
  }),
  route({
    method: 'POST',
    view: '@querystring-search',
    operation: 'querystringSearch',
    input: postedQuerystring,
    reply: querystringReply,
  }),
  route({
    method: 'GET',
    view: '@workflow',
    operation: 'getWorkflow',
    input: () => undefined,
    reply: status => ok(status),
  }),
  route({
    method: 'POST',
    view: '@workflow',
    optionalSegment: true,
    isConditional: true,
    operation: 'moveContent',
    input: ({ rest, body }) => ({ transition: rest[0] ?? null, body }),
    reply: record => ok(record),
  }),
  route({ method: 'GET', view: '@poll', operation: 'getPoll', input: () => undefined, reply: pollReply }),
  route({
    method: 'POST',
    view: '@vote',
    operation: 'castVote',
    headers: forOneCaller,
    input: voteInput,
    reply: voteReply,
  }),
  route({
    method: 'GET',
    view: '@sharing',
    operation: 'getSharing',
    input: request => ({ search: textOf(request, 'search') ?? '' }),
    reply: sharing => ok(sharing),
  }),
  route({
    method: 'POST',
    view: '@sharing',
    isConditional: true,
    operation: 'editSharing',
    input: ({ body }) => body,
    reply: () => noContent,
  }),
  route({
    method: 'GET',
    view: '@history',
    operation: 'getHistory',
    input: historyInput,
    reply: entries => ok(entries),
  }),
  route({
    method: 'GET',
    view: '@history',
    segments: ['*'],
    operation: 'getVersion',
    input: request => ({ ...contentInput(request), version: request.rest[0] ?? '' }),
    reply: (answer, request) => contentReply(answer, request, urlOfRequest(request, `@history/${request.rest[0]}`)),
  }),
  route({
    method: 'PATCH',
    view: '@history',
    isConditional: true,
    operation: 'revertVersion',
    input: ({ body }) => body,
    reply: answer => ok(answer),
  }),
  route({
    method: 'GET',
    view: '@schedule',
    operation: 'getSchedule',
    input: request => ({ metadata: metadataOf(request) }),
    reply: cachedReply,
  }),
  route({
    method: 'GET',
    view: '@sponsors',
    operation: 'getSponsors',
    input: request => ({ metadata: metadataOf(request) }),
    reply: cachedReply,
  }),
  route({
    method: 'GET',
    view: '@@download',
    segments: ['*'],
    operation: 'getFile',
    input: request => fileInput(request, { field: request.rest[0] ?? '' }),
    reply: file => fileReply(file, 'attachment'),
  }),
  route({
    method: 'GET',
    view: '@@images',
    segments: ['*'],
    optionalSegment: true,
    operation: 'getFile',
    input: request => fileInput(request, imageNamed(request.rest[0] ?? '')),
    reply: file => fileReply(file, 'inline'),
  }),
  route({
    method: 'GET',
    view: '@vocabularies',
    operation: 'listVocabularies',
    input: () => undefined,
    reply: vocabularies => ok(vocabularies),
  }),
  route({
    method: 'GET',
    view: '@vocabularies',
    segments: ['*'],
    operation: 'getVocabulary',
    input: vocabularyInput,
    reply: vocabularyReply,
  }),
  ...siteRoutes,
]

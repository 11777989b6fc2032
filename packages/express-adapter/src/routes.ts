import { type ComponentName, firstValue, type InputOf, queryInputs, type Resource } from '@plenum/core'
import { administrationRoutes } from './endpoints/administrationRoutes.js'
import { formReply } from './endpoints/contentForms.js'
import { fileReply, namedFile, namedImage } from './endpoints/fileReply.js'
import {
  actionsInput,
  addedReply,
  aliasesFile,
  aliasesReply,
  component,
  componentReply,
  contentReply,
  csvInput,
  editedReply,
  listingReply,
  querystringInBody,
  relationsReply,
  usersReply,
} from './endpoints/listings.js'
import { credentialsOf, loginInput, newUserInput, passwordInput } from './endpoints/logins.js'
import { idAndBody, idInput, messageRoutes } from './endpoints/messageRoutes.js'
import { markPrivate, pollReply, voteInput, voteReply } from './endpoints/polls.js'
import { transitionRoute } from './endpoints/transitions.js'
import type { ApiRequest } from './exchange/apiRequest.js'
import { cachedReply, created, noBody, noContent, okOrNoContent, schemaReply } from './exchange/reply.js'
import { anyObject, isRouteFor, type Route, type RoutesOptions } from './exchange/route.js'
import { docsReply } from './openapi/docsReply.js'
import { openApiReply } from './openapi/openApiReply.js'
import { route } from './table/serviceRoute.js'

const listingOptions = { parameters: ['metadata_fields'], reply: cachedReply }

const componentOf = <Name extends ComponentName>(name: Name) => ({
  parameters: ['expand'],
  input: component(name),
  reply: componentReply(name),
})

function editInput({ body, query, exchange }: ApiRequest): InputOf<'editContent'> {
  const representation = exchange.req.get('prefer') === 'return=representation'
  return {
    body: body(),
    representation,
    shown: representation ? queryInputs.getContent(query) : undefined,
    lockToken: exchange.req.get('lock-token'),
  }
}

const newUser = {
  type: 'object',
  properties: {
    fullname: { type: ['string', 'null'] },
    roles: { type: 'array', items: { type: 'string' }, maxItems: 100 },
  },
}

const contentParameters = ['b_start', 'b_size', 'metadata_fields', 'fullobjects', 'expand', 'include_items']
const noParameters: readonly string[] = []

const isConditional = true
const isShared = true
const readsCsv = true

/** The routes for people, settings and the cache (docs/http.md). */
export const siteRoutes: readonly Route[] = [
  route('GET @sharedmemoize', 'getSharedMemoize', { page: 'sharedmemoize' }),
  route('POST @sharedmemoize/invalidate', 'invalidateSharedMemoize', { audited: 'invalidation', isBodyRequired: true }),
  route('GET @users', 'listUsers', { csv: route('GET @users', 'exportUsers', { reply: usersReply }) }),
  route('GET @users/*', 'getUser', { input: idInput }),
  route('POST @users', 'addUser', {
    audited: 'people',
    body: newUser,
    input: newUserInput,
    reply: created,
    csv: route('POST @users', 'importUsers', {
      audited: 'people',
      readsCsv,
      input: csvInput,
      reply: body => ({ kind: 'json', status: 201, body }),
    }),
  }),
  route('PATCH @users/*', 'editUser', { audited: 'people', input: idAndBody, reply: noContent }),
  route('DELETE @users/*', 'removeUser', { audited: 'people', input: idInput, reply: noContent }),
  route('POST @users/*/reset-password', 'resetPassword', {
    audited: 'people',
    begin: markPrivate,
    input: passwordInput,
    reply: noBody,
  }),
  route('GET @portrait/?', 'getPortrait', { input: namedFile, reply: fileReply }),
  route('GET @login', 'listLoginOptions'),
  route('POST @login', 'logIn', { begin: markPrivate, input: loginInput }),
  route('POST @login-renew', 'renewLogin', { begin: markPrivate, body: null, input: credentialsOf }),
  route('POST @logout', 'logOut', { body: null, input: credentialsOf, reply: noContent }),
  route('GET @roles', 'listRoles'),
  route('GET @groups', 'listGroups'),
  route('GET @groups/*', 'getGroup', { input: idInput }),
  route('POST @groups', 'addGroup', { audited: 'people', reply: created }),
  route('PATCH @groups/*', 'editGroup', { audited: 'people', input: idAndBody, reply: noContent }),
  route('DELETE @groups/*', 'removeGroup', { audited: 'people', input: idInput, reply: noContent }),
  route('GET @principals', 'findPrincipals'),
  ...administrationRoutes,
  route('GET @controlpanels', 'listControlPanels'),
  route('GET @controlpanels/*', 'getControlPanel', { input: ({ rest: [name = ''] }) => ({ name }) }),
  route('PATCH @controlpanels/*', 'editControlPanel', {
    audited: 'settings',
    input: ({ rest: [name = ''], body }) => ({ name, body: body() }),
    reply: noContent,
  }),
  route('GET @site', 'getSite', { isShared, parameters: noParameters }),
  route('GET @userschema', 'getUserSchema', { input: () => ({ form: null }) }),
  route('GET @userschema/*', 'getUserSchema', { input: ({ rest: [form = ''] }) => ({ form }) }),
  route('GET @system', 'getSystem'),
  route('GET @database', 'getDatabase'),
  route('GET @blocktypes', 'countBlockTypes'),
  route('GET @blocktypes/*', 'listBlockTypeUses', {
    input: ({ rest: [type = ''], query }) => ({ type, path: firstValue(query, 'path') || '/' }),
  }),
  route('GET @transactions', 'listTransactions'),
  route('GET @changes', 'listChanges'),
  route('GET @addons', 'listAddons'),
  route('GET @upgrade', 'getUpgrade'),
  route('GET @audit', 'listAudit', { page: 'audit' }),
  ...messageRoutes,
  route('GET @openapi', 'describeTypes', { isShared, parameters: noParameters, reply: openApiReply }),
  route('GET @docs/?', 'describeTypes', { isShared, parameters: noParameters, reply: docsReply }),
  route('GET @@site-logo/*', 'getSiteLogo', { isShared, input: namedImage, reply: fileReply }),
]

export const routes: readonly Route[] = [
  route('GET', 'getContent', {
    isShared,
    page: 'object',
    parameters: [...contentParameters, 'version'],
    reply: contentReply,
  }),
  route('POST', 'addContent', { reply: addedReply }),
  route('PATCH', 'editContent', { isConditional, input: editInput, reply: editedReply }),
  route('DELETE', 'deleteContent', { isConditional, reply: noContent }),
  route('GET @@add', 'getAddForm', { page: 'add', reply: formReply }),
  route('GET @@edit', 'getEditForm', { page: 'edit', reply: formReply }),
  route('GET @@delete', 'getDeleteForm', { page: 'delete', reply: formReply }),
  route('POST @copy', 'copyObjects'),
  route('POST @move', 'relocateObjects'),
  route('GET @lock', 'getLock'),
  route('POST @lock', 'lockContent'),
  route('PATCH @lock', 'refreshLock'),
  route('DELETE @lock', 'unlockContent', { body: anyObject, input: ({ body }) => body() }),
  route('GET @search', 'searchContent', { isShared, page: 'search', reply: listingReply }),
  route('GET @querystring-search', 'querystringSearch', { isShared, reply: listingReply }),
  route('GET @querystring', 'getQuerystring', { parameters: noParameters, reply: cachedReply }),
  route('POST @querystring-search', 'querystringSearch', { input: querystringInBody, reply: listingReply }),
  route('GET @actions', 'getComponent', {
    isShared,
    parameters: ['categories'],
    input: actionsInput,
    reply: componentReply('actions'),
  }),
  route('GET @linkintegrity', 'linkIntegrity'),
  route('GET @relations', 'listRelations', { reply: relationsReply }),
  route('GET @aliases', 'listAliases', {
    reply: aliasesReply,
    csv: route('GET @aliases', 'exportAliases', { reply: aliasesFile }),
  }),
  route('POST @aliases', 'addAliases', {
    audited: 'settings',
    reply: okOrNoContent,
    csv: route('POST @aliases', 'importAliases', { audited: 'settings', readsCsv, input: csvInput, reply: noContent }),
  }),
  route('DELETE @aliases', 'removeAliases', {
    audited: 'settings',
    body: anyObject,
    input: ({ body }) => body(),
    reply: okOrNoContent,
  }),
  route('GET @breadcrumbs', 'getComponent', { isShared, ...componentOf('breadcrumbs') }),
  route('GET @contextnavigation', 'getComponent', componentOf('contextnavigation')),
  route('GET @inherit', 'getComponent', { isShared, ...componentOf('inherit') }),
  route('GET @navigation', 'getComponent', { isShared, ...componentOf('navigation') }),
  route('GET @navroot', 'getComponent', { isShared, ...componentOf('navroot') }),
  route('GET @workflow', 'getWorkflow', { page: 'workflow', parameters: noParameters }),
  route('GET @workflow-definitions', 'getWorkflowDefinitions', { parameters: ['user'] }),
  transitionRoute,
  route('GET @workflow-plans', 'getWorkflowPlans', { parameters: noParameters }),
  route('DELETE @workflow-plans/*', 'cancelWorkflowPlan', {
    input: ({ rest: [id = ''] }) => ({ id }),
    reply: noContent,
  }),
  route('PATCH @workflow-plans', 'pauseTransitions', { audited: 'settings', reply: noContent }),
  route('GET @worklists', 'listWorklists', { page: 'worklists', parameters: ['worklist', 'b_start', 'b_size'] }),
  route('GET @poll', 'getPoll', { page: 'poll', parameters: noParameters, reply: pollReply }),
  route('POST @vote', 'castVote', { begin: markPrivate, input: voteInput, reply: voteReply }),
  route('GET @sharing', 'getSharing', { page: 'sharing' }),
  route('POST @sharing', 'editSharing', { audited: 'sharing', isConditional, reply: noContent }),
  route('GET @history', 'getHistory', { page: 'history', parameters: ['b_start', 'b_size'] }),
  route('GET @history/*', 'getVersion', {
    parameters: contentParameters,
    input: request => ({ ...queryInputs.getContent(request.query), version: request.rest[0] ?? '' }),
    reply: contentReply,
  }),
  route('GET @history/*/@diff/*', 'compareVersions', {
    parameters: noParameters,
    input: ({ rest: [one = '', , two = ''] }) => ({ one, two }),
  }),
  route('PATCH @history', 'revertVersion', { isConditional }),
  route('GET @schedule', 'getSchedule', {
    parameters: ['metadata_fields', 'release'],
    reply: cachedReply,
    page: 'schedule',
  }),
  route('GET @@now', 'getNow', { parameters: ['room'], page: 'now' }),
  route('GET @@desk', 'getDesk', { page: 'desk' }),
  route('GET @schedule-conflicts', 'getScheduleConflicts', { page: 'conflicts', parameters: noParameters }),
  route('GET @schedule-releases', 'listScheduleReleases', { page: 'releases', parameters: noParameters }),
  route('POST @schedule-releases', 'releaseSchedule', { reply: created }),
  route('GET @schedule-releases/*', 'getScheduleRelease', {
    parameters: noParameters,
    input: ({ rest: [release = ''] }) => ({ release }),
  }),
  route('GET @schedule-releases/*/@diff/*', 'compareScheduleReleases', {
    page: 'releaseDifferences',
    parameters: noParameters,
    input: ({ rest: [one = '', , two = ''] }) => ({ one, two }),
  }),
  route('GET @sponsors', 'getSponsors', { ...listingOptions, page: 'sponsors' }),
  route('GET @@download/*', 'getFile', { isShared, input: namedFile, reply: fileReply }),
  route('GET @@images/*/?', 'getImage', { isShared, input: namedImage, reply: fileReply }),
  route('GET @types', 'getComponent', componentOf('types')),
  route('GET @types/*/?', 'getTypeSchema', {
    parameters: noParameters,
    input: ({ rest: [type = '', field = null] }) => ({ type, field }),
    reply: schemaReply,
  }),
  route('GET @vocabularies', 'listVocabularies', { parameters: noParameters }),
  route('GET @vocabularies/*', 'getVocabulary', {
    input: ({ query, rest: [name = ''] }) => ({ name, ...queryInputs.getVocabulary(query) }),
    reply: listingReply,
  }),
  ...siteRoutes,
]

/** Returns the route for a request. The application's routes take precedence. */
export function rowFor({ routes: ownRoutes = [] }: RoutesOptions, method: string, at: Resource): Route | undefined {
  const matches = (row: Route) => isRouteFor(row, method, at)
  return ownRoutes.find(matches) ?? routes.find(matches)
}

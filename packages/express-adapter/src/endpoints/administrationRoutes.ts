import { queryInputs } from '@plenum/core'
import type { Route } from '../exchange/route.js'
import { route } from '../table/serviceRoute.js'
import { formReply } from './contentForms.js'

/** The routes for the pages about users, groups and settings (docs/people.md and docs/site-settings.md). */
export const administrationRoutes: readonly Route[] = [
  route('GET @@users', 'browseUsers', { page: 'users' }),
  route('GET @@users/*', 'getUserForm', {
    page: 'user',
    input: ({ rest: [id = ''] }) => ({ id, profile: null, password: null }),
    reply: formReply,
  }),
  route('GET @@invite', 'getInvitation', { page: 'invite', reply: formReply }),
  route('GET @@groups', 'browseGroups', { page: 'groups' }),
  route('GET @@groups/*', 'getGroupForm', {
    page: 'group',
    input: ({ query, rest: [id = ''] }) => ({ id, ...queryInputs.getGroupForm(query) }),
    reply: formReply,
  }),
  route('GET @@add-group', 'getNewGroupForm', { page: 'addGroup', reply: formReply }),
  route('GET @@settings', 'browseSettings', { page: 'settings' }),
  route('GET @@settings/*', 'getPanelForm', {
    page: 'panel',
    input: ({ rest: [name = ''] }) => ({ name, sent: null }),
    reply: formReply,
  }),
  route('GET @@setup', 'getSetup', { page: 'setup', reply: formReply }),
  route('GET @@import-programme', 'getProgrammeImport', { page: 'importProgramme' }),
]

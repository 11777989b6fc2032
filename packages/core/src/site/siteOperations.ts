import { countExamples, markExamples, removeExamples } from './admin/examples.js'
import { exportPolls, importPolls } from './admin/pollTransfer.js'
import { getImportSource, importProgramme } from './admin/programme/importProgramme.js'
import { repairPermissions } from './admin/repairPermissions.js'
import { repairTimers } from './admin/repairTimers.js'
import { listTypes, previewTypeLosses, setTypeBehaviors, setTypeWorkflows } from './admin/typeChoices.js'
import { exportAliases } from './operations/aliases.js'
import { countBlockTypes, listBlockTypeUses } from './operations/blockTypes.js'
import {
  editControlPanel,
  getControlPanel,
  getLanguageSettings,
  listControlPanels,
  setLanguageSettings,
} from './operations/controlPanels.js'
import { describeTypes } from './operations/describeTypes.js'
import { editUser, removeUser } from './operations/editUser.js'
import { getSite, getSiteLogo, getSiteMap } from './operations/getSite.js'
import { browseGroups, getGroupForm, getNewGroupForm } from './operations/groupForms.js'
import { addGroup, editGroup, findPrincipals, getGroup, listGroups, removeGroup } from './operations/groups.js'
import { exportUsers, importUsers } from './operations/importUsers.js'
import { listAudit } from './operations/listAudit.js'
import { listChanges } from './operations/listChanges.js'
import { issueResetToken, listLoginOptions, logIn, logOut, renewLogin, resetPassword } from './operations/logins.js'
import { listMails, pauseMails, retryMail } from './operations/outbox.js'
import { browseUsers, getInvitation, getUserForm } from './operations/peopleForms.js'
import { browseSettings, getPanelForm } from './operations/settingsForms.js'
import { getSetup, setUpSite } from './operations/setUpSite.js'
import {
  getDatabase,
  getSharedMemoize,
  getSystem,
  getUpgrade,
  invalidateSharedMemoize,
  listAddons,
  listTransactions,
} from './operations/systemInformation.js'
import { getUnsubscription, unsubscribe } from './operations/unsubscribe.js'
import { getUserSchema } from './operations/userSchemas.js'
import { addUser, getPortrait, getUser, listRoles, listUsers } from './operations/users.js'
import { listDeliveries, pingWebhook, repeatDelivery } from './operations/webhookDeliveries.js'
import {
  addWebhook,
  editWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
} from './operations/webhooks.js'
import { pauseTransitions } from './operations/workflowPlans.js'

/**
 * The operations on the site root, by area and method, in the same form as `objectOperations`. The corresponding
 * methods of `Site.as` take no path.
 */
export const siteOperations = {
  site: {
    get: { getSite },
    logo: { getSiteLogo },
    map: { getSiteMap },
  },
  setup: {
    get: { getSetup },
    run: { setUpSite },
  },
  users: {
    list: { listUsers },
    get: { getUser },
    create: { addUser },
    update: { editUser },
    delete: { removeUser },
    export: { exportUsers },
    import: { importUsers },
    portrait: { getPortrait },
    resetPassword: { resetPassword },
    issueResetToken: { issueResetToken },
    schema: { getUserSchema },
    browse: { browseUsers },
    form: { getUserForm },
    invitation: { getInvitation },
  },
  logins: {
    options: { listLoginOptions },
    logIn: { logIn },
    renew: { renewLogin },
    logOut: { logOut },
  },
  roles: {
    list: { listRoles },
  },
  groups: {
    list: { listGroups },
    get: { getGroup },
    create: { addGroup },
    update: { editGroup },
    delete: { removeGroup },
    principals: { findPrincipals },
    browse: { browseGroups },
    form: { getGroupForm },
    newForm: { getNewGroupForm },
  },
  settings: {
    list: { listControlPanels },
    get: { getControlPanel },
    update: { editControlPanel },
    languages: { getLanguageSettings },
    setLanguages: { setLanguageSettings },
    browse: { browseSettings },
    form: { getPanelForm },
  },
  types: {
    list: { listTypes },
    describe: { describeTypes },
    previewLosses: { previewTypeLosses },
    setBehaviors: { setTypeBehaviors },
    setWorkflows: { setTypeWorkflows },
  },
  workflow: {
    pause: { pauseTransitions },
    repairTimers: { repairTimers },
    repairPermissions: { repairPermissions },
  },
  aliases: {
    export: { exportAliases },
  },
  system: {
    get: { getSystem },
    database: { getDatabase },
    upgrade: { getUpgrade },
    transactions: { listTransactions },
    addons: { listAddons },
    blockTypes: { countBlockTypes },
    blockTypeUses: { listBlockTypeUses },
  },
  changes: {
    list: { listChanges },
  },
  audit: {
    list: { listAudit },
  },
  memoized: {
    status: { getSharedMemoize },
    invalidate: { invalidateSharedMemoize },
  },
  polls: {
    export: { exportPolls },
    import: { importPolls },
  },
  programme: {
    source: { getImportSource },
    import: { importProgramme },
  },
  examples: {
    mark: { markExamples },
    count: { countExamples },
    delete: { removeExamples },
  },
  webhooks: {
    list: { listWebhooks },
    get: { getWebhook },
    create: { addWebhook },
    update: { editWebhook },
    delete: { removeWebhook },
    rotate: { rotateWebhook },
    ping: { pingWebhook },
    deliveries: { listDeliveries },
    repeat: { repeatDelivery },
  },
  outbox: {
    list: { listMails },
    retry: { retryMail },
    pause: { pauseMails },
  },
  subscriptions: {
    get: { getUnsubscription },
    unsubscribe: { unsubscribe },
  },
} as const

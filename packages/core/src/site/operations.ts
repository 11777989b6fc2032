import { countExamples, markExamples, removeExamples } from './admin/examples.js'
import { exportPolls, importPolls } from './admin/pollTransfer.js'
import { getImportSource, importProgramme } from './admin/programme/importProgramme.js'
import { repairPermissions } from './admin/repairPermissions.js'
import { repairTimers } from './admin/repairTimers.js'
import { listTypes, previewTypeLosses, setTypeBehaviors, setTypeWorkflows } from './admin/typeChoices.js'
import { addContent } from './operations/addContent.js'
import { addAliases, exportAliases, importAliases, listAliases, removeAliases } from './operations/aliases.js'
import { countBlockTypes, listBlockTypeUses } from './operations/blockTypes.js'
import { getAddForm, getEditForm } from './operations/contentForms.js'
import {
  editControlPanel,
  getControlPanel,
  getLanguageSettings,
  listControlPanels,
  setLanguageSettings,
} from './operations/controlPanels.js'
import { getDeleteForm } from './operations/deleteForm.js'
import { deleteContent, editContent } from './operations/editContent.js'
import { editUser, removeUser } from './operations/editUser.js'
import { findContent, getComponent, getContent, unknownService } from './operations/getContent.js'
import { getDesk } from './operations/getDesk.js'
import { getFile, getImage } from './operations/getFile.js'
import { getNow } from './operations/getNow.js'
import { getProgramme } from './operations/getProgramme.js'
import { getScheduleConflicts } from './operations/getScheduleConflicts.js'
import { getSite, getSiteLogo, getSiteMap } from './operations/getSite.js'
import { browseGroups, getGroupForm, getNewGroupForm } from './operations/groupForms.js'
import { addGroup, editGroup, findPrincipals, getGroup, listGroups, removeGroup } from './operations/groups.js'
import { compareVersions, getHistory, getVersion, revertVersion } from './operations/history.js'
import { exportUsers, importUsers } from './operations/importUsers.js'
import { listAudit } from './operations/listAudit.js'
import { listChanges } from './operations/listChanges.js'
import { listWorklists } from './operations/listWorklists.js'
import { getLock, lockContent, refreshLock, unlockContent } from './operations/locks.js'
import { issueResetToken, listLoginOptions, logIn, logOut, renewLogin, resetPassword } from './operations/logins.js'
import { moveSlot } from './operations/moveSlot.js'
import { listMails, pauseMails, retryMail } from './operations/outbox.js'
import { browseUsers, getInvitation, getUserForm } from './operations/peopleForms.js'
import { planTransition } from './operations/planTransition.js'
import { castVote, getPoll, hasVisitorVoted } from './operations/polls.js'
import { previewTransition } from './operations/previewTransition.js'
import { getQuerystring } from './operations/querystringForm.js'
import { linkIntegrity, listRelations } from './operations/relations.js'
import { releaseSchedule } from './operations/releaseSchedule.js'
import { copyObjects, relocateObjects } from './operations/relocateObjects.js'
import { getSchedule, getSponsors } from './operations/scheduleAndSponsors.js'
import { compareScheduleReleases, getScheduleRelease, listScheduleReleases } from './operations/scheduleReleases.js'
import { querystringSearch, searchContent } from './operations/searchContent.js'
import { browseSettings, getPanelForm } from './operations/settingsForms.js'
import { getSetup, setUpSite } from './operations/setUpSite.js'
import { editSharing, getSharing } from './operations/sharing.js'
import {
  getDatabase,
  getSharedMemoize,
  getSystem,
  getUpgrade,
  invalidateSharedMemoize,
  listAddons,
  listTransactions,
} from './operations/systemInformation.js'
import { transitionContent } from './operations/transitionContent.js'
import { getTypeSchema } from './operations/typeForms.js'
import { getUnsubscription, unsubscribe } from './operations/unsubscribe.js'
import { getUserSchema } from './operations/userSchemas.js'
import { addUser, getPortrait, getUser, listRoles, listUsers } from './operations/users.js'
import { getVocabulary, listVocabularies } from './operations/vocabularies.js'
import { listDeliveries, pingWebhook, repeatDelivery } from './operations/webhookDeliveries.js'
import {
  addWebhook,
  editWebhook,
  getWebhook,
  listWebhooks,
  removeWebhook,
  rotateWebhook,
} from './operations/webhooks.js'
import {
  getClaimants,
  getConflicts,
  getState,
  getStates,
  getTransitions,
  getWorkflow,
  getWorkflowDefinitions,
  setObjectBehaviors,
} from './operations/workflowFacts.js'
import { cancelWorkflowPlan, getWorkflowPlans, pauseTransitions } from './operations/workflowPlans.js'
import type { Operation } from './run/operation.js'

export const operations = {
  browseSettings,
  getPanelForm,
  getSetup,
  setUpSite,
  browseUsers,
  getUserForm,
  getInvitation,
  browseGroups,
  getGroupForm,
  getNewGroupForm,
  getContent,
  getAddForm,
  getEditForm,
  getDeleteForm,
  addContent,
  editContent,
  deleteContent,
  copyObjects,
  relocateObjects,
  getLock,
  lockContent,
  refreshLock,
  unlockContent,
  listAliases,
  addAliases,
  exportAliases,
  importAliases,
  removeAliases,
  linkIntegrity,
  listRelations,
  searchContent,
  querystringSearch,
  getQuerystring,
  getComponent,
  getWorkflow,
  getWorkflowDefinitions,
  transitionContent,
  previewTransition,
  planTransition,
  getWorkflowPlans,
  cancelWorkflowPlan,
  pauseTransitions,
  repairTimers,
  getState,
  getStates,
  getTransitions,
  getClaimants,
  getConflicts,
  setObjectBehaviors,
  listChanges,
  listAudit,
  listWorklists,
  getHistory,
  getVersion,
  compareVersions,
  revertVersion,
  getPoll,
  hasVisitorVoted,
  castVote,
  getSharing,
  editSharing,
  getFile,
  getImage,
  getSchedule,
  getNow,
  getDesk,
  moveSlot,
  getScheduleConflicts,
  releaseSchedule,
  listScheduleReleases,
  getScheduleRelease,
  compareScheduleReleases,
  getProgramme,
  getSiteMap,
  getSponsors,
  getSharedMemoize,
  invalidateSharedMemoize,
  listControlPanels,
  getControlPanel,
  editControlPanel,
  getSite,
  getSiteLogo,
  getUserSchema,
  getSystem,
  countBlockTypes,
  listBlockTypeUses,
  getDatabase,
  getUpgrade,
  listTransactions,
  listAddons,
  getLanguageSettings,
  setLanguageSettings,
  listTypes,
  previewTypeLosses,
  setTypeBehaviors,
  setTypeWorkflows,
  repairPermissions,
  exportPolls,
  importPolls,
  getImportSource,
  importProgramme,
  markExamples,
  countExamples,
  removeExamples,
  listUsers,
  getUser,
  addUser,
  exportUsers,
  importUsers,
  editUser,
  removeUser,
  resetPassword,
  issueResetToken,
  getPortrait,
  listLoginOptions,
  logIn,
  renewLogin,
  logOut,
  listRoles,
  listGroups,
  getGroup,
  addGroup,
  editGroup,
  removeGroup,
  findPrincipals,
  getTypeSchema,
  listVocabularies,
  getVocabulary,
  listWebhooks,
  getWebhook,
  addWebhook,
  editWebhook,
  removeWebhook,
  rotateWebhook,
  pingWebhook,
  listDeliveries,
  repeatDelivery,
  listMails,
  retryMail,
  pauseMails,
  getUnsubscription,
  unsubscribe,
  findContent,
  unknownService,
} as const

type Operations = typeof operations
/** The name of an operation, such as `getContent` or `castVote`. */
export type OperationName = keyof Operations
/** The input of an operation, by its name. */
export type InputOf<N extends OperationName> = Parameters<Operations[N]['run']>[1]
/** The result of an operation, by its name. */
export type AnswerOf<N extends OperationName> = Operations[N] extends Operation<infer _, infer Answer> ? Answer : never

import { countExamples, markExamples, removeExamples } from './admin/examples.js'
import { exportPolls, importPolls } from './admin/pollTransfer.js'
import { importProgramme } from './admin/programme/importProgramme.js'
import { repairPermissions } from './admin/repairPermissions.js'
import { listTypes, previewTypeLosses, setTypeBehaviors, setTypeWorkflows } from './admin/types.js'
import { addContent } from './operations/addContent.js'
import { addAliases, listAliases, removeAliases } from './operations/aliases.js'
import { compareVersions } from './operations/compareVersions.js'
import { editControlPanel, getControlPanel, listControlPanels } from './operations/controlPanels.js'
import { copyObjects } from './operations/copyObjects.js'
import { deleteContent } from './operations/deleteContent.js'
import { editContent } from './operations/editContent.js'
import { editUser, removeUser } from './operations/editUser.js'
import { getComponent } from './operations/getComponent.js'
import { getContent } from './operations/getContent.js'
import { getFile } from './operations/getFile.js'
import { getImage } from './operations/getImage.js'
import { getPortrait } from './operations/getPortrait.js'
import { getProgramme } from './operations/getProgramme.js'
import { getSchedule } from './operations/getSchedule.js'
import { getSite, getSiteLogo } from './operations/getSite.js'
import { getSiteMap } from './operations/getSiteMap.js'
import { getSponsors } from './operations/getSponsors.js'
import { getUserSchema } from './operations/getUserSchema.js'
import { getWorkflow } from './operations/getWorkflow.js'
import { getWorkflowDefinitions } from './operations/getWorkflowDefinitions.js'
import { addGroup, editGroup, findPrincipals, getGroup, listGroups, removeGroup } from './operations/groups.js'
import { getHistory, getVersion, revertVersion } from './operations/history.js'
import { getLanguageSettings, setLanguageSettings } from './operations/languageSettings.js'
import { linkIntegrity } from './operations/linkIntegrity.js'
import { listWorklists } from './operations/listWorklists.js'
import { getLock, lockContent, refreshLock, unlockContent } from './operations/locks.js'
import { listLoginOptions, logIn, logOut, renewLogin } from './operations/logins.js'
import { setObjectBehaviors } from './operations/objectBehaviors.js'
import { issueResetToken, resetPassword } from './operations/passwords.js'
import { castVote, getPoll } from './operations/polls.js'
import { getQuerystring } from './operations/querystringForm.js'
import { querystringSearch } from './operations/querystringSearch.js'
import { listRelations } from './operations/relations.js'
import { relocateObjects } from './operations/relocateObjects.js'
import { searchContent } from './operations/searchContent.js'
import { getSharedMemoize, invalidateSharedMemoize } from './operations/sharedMemoize.js'
import { editSharing, getSharing } from './operations/sharing.js'
import { getDatabase, getSystem, getUpgrade, listAddons, listTransactions } from './operations/systemInformation.js'
import { transitionContent } from './operations/transitionContent.js'
import { getTypeSchema } from './operations/typeForms.js'
import { findContent, unknownService } from './operations/unknownService.js'
import { addUser, getUser, listRoles, listUsers } from './operations/users.js'
import { getVocabulary, listVocabularies } from './operations/vocabularies.js'
import { getClaimants, getConflicts, getState, getStates, getTransitions } from './operations/workflowFacts.js'
import type { Operation } from './run/operation.js'

/** The table of all operations of a site. */
export const operations = {
  getContent,
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
  getState,
  getStates,
  getTransitions,
  getClaimants,
  getConflicts,
  setObjectBehaviors,
  listWorklists,
  getHistory,
  getVersion,
  compareVersions,
  revertVersion,
  getPoll,
  castVote,
  getSharing,
  editSharing,
  getFile,
  getImage,
  getSchedule,
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
  importProgramme,
  markExamples,
  countExamples,
  removeExamples,
  listUsers,
  getUser,
  addUser,
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
  findContent,
  unknownService,
} as const

export type Operations = typeof operations
/** The name of an operation: `getContent`, `castVote`, … */
export type OperationName = keyof Operations
/** The input of an operation, by its name. */
export type InputOf<N extends OperationName> = Parameters<Operations[N]['run']>[1]
/** The answer of an operation, by its name. */
export type AnswerOf<N extends OperationName> = Operations[N] extends Operation<infer _, infer Answer> ? Answer : never

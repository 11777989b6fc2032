import { exportPolls, importPolls } from './admin/pollTransfer.js'
import { repairPermissions } from './admin/repairPermissions.js'
import { listTypes, setTypeBehaviors, setTypeWorkflows } from './admin/types.js'
import { addContent } from './operations/addContent.js'
import { deleteContent } from './operations/deleteContent.js'
import { editContent } from './operations/editContent.js'
import { editEventControlPanel, getEventControlPanel } from './operations/eventControlPanel.js'
import { getContent } from './operations/getContent.js'
import { getFile } from './operations/getFile.js'
import { getSchedule } from './operations/getSchedule.js'
import { getSponsors } from './operations/getSponsors.js'
import { getWorkflow } from './operations/getWorkflow.js'
import { getHistory, getVersion, revertVersion } from './operations/history.js'
import { getLanguageSettings, setLanguageSettings } from './operations/languageSettings.js'
import { listWorklists } from './operations/listWorklists.js'
import { moveContent } from './operations/moveContent.js'
import { setObjectBehaviors } from './operations/objectBehaviors.js'
import { castVote, getPoll } from './operations/polls.js'
import { querystringSearch } from './operations/querystringSearch.js'
import { searchContent } from './operations/searchContent.js'
import { getSharedMemoize, invalidateSharedMemoize } from './operations/sharedMemoize.js'
import { editSharing, getSharing } from './operations/sharing.js'
import { unknownService } from './operations/unknownService.js'
import { addUser, getUser, listGroups, listRoles, listUsers } from './operations/users.js'
import { getVocabulary, listVocabularies } from './operations/vocabularies.js'
import { getClaimants, getConflicts, getState, getStates, getTransitions } from './operations/workflowFacts.js'
import { importProgramme } from './programme/importProgramme.js'
import type { Operation } from './run/operation.js'

/** The table of all operations of a site. */
export const operations = {
  getContent,
  addContent,
  editContent,
  deleteContent,
  searchContent,
  querystringSearch,
  getWorkflow,
  moveContent,
  getState,
  getStates,
  getTransitions,
  getClaimants,
  getConflicts,
  setObjectBehaviors,
  listWorklists,
  getHistory,
  getVersion,
  revertVersion,
  getPoll,
  castVote,
  getSharing,
  editSharing,
  getFile,
  getSchedule,
  getSponsors,
  getSharedMemoize,
  invalidateSharedMemoize,
  getEventControlPanel,
  editEventControlPanel,
  getLanguageSettings,
  setLanguageSettings,
  listTypes,
  setTypeBehaviors,
  setTypeWorkflows,
  repairPermissions,
  exportPolls,
  importPolls,
  importProgramme,
  listUsers,
  getUser,
  addUser,
  listRoles,
  listGroups,
  listVocabularies,
  getVocabulary,
  unknownService,
} as const

export type Operations = typeof operations
/** The name of an operation: `getContent`, `castVote`, … */
export type OperationName = keyof Operations
/** The input of an operation, by its name. */
export type InputOf<N extends OperationName> = Parameters<Operations[N]['run']>[1]
/** The answer of an operation, by its name. */
export type AnswerOf<N extends OperationName> = Operations[N] extends Operation<infer _, infer Answer> ? Answer : never

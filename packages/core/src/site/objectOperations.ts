import { addContent } from './operations/addContent.js'
import { addAliases, importAliases, listAliases, removeAliases } from './operations/aliases.js'
import { getAddForm, getEditForm } from './operations/contentForms.js'
import { getDeleteForm } from './operations/deleteForm.js'
import { deleteContent, editContent } from './operations/editContent.js'
import { findContent, getComponent, getContent, unknownService } from './operations/getContent.js'
import { getDesk } from './operations/getDesk.js'
import { getFile, getImage } from './operations/getFile.js'
import { getNow } from './operations/getNow.js'
import { getProgramme } from './operations/getProgramme.js'
import { getScheduleConflicts } from './operations/getScheduleConflicts.js'
import { compareVersions, getHistory, getVersion, revertVersion } from './operations/history.js'
import { listWorklists } from './operations/listWorklists.js'
import { getLock, lockContent, refreshLock, unlockContent } from './operations/locks.js'
import { moveSlot } from './operations/moveSlot.js'
import { dropUpload, findUpload, keepPortrait, keepUpload, readPendingUpload } from './operations/pendingUploads.js'
import { planTransition } from './operations/planTransition.js'
import { castVote, getPoll, hasVisitorVoted } from './operations/polls.js'
import { previewTransition } from './operations/previewTransition.js'
import { getProgrammeImport, readProgramme } from './operations/programmeImport.js'
import { getQuerystring } from './operations/querystringForm.js'
import { linkIntegrity, listRelations } from './operations/relations.js'
import { releaseSchedule } from './operations/releaseSchedule.js'
import { copyObjects, relocateObjects } from './operations/relocateObjects.js'
import { getSchedule, getSponsors } from './operations/scheduleAndSponsors.js'
import { compareScheduleReleases, getScheduleRelease, listScheduleReleases } from './operations/scheduleReleases.js'
import { querystringSearch, searchContent } from './operations/searchContent.js'
import { editSharing, getSharing } from './operations/sharing.js'
import { transitionContent } from './operations/transitionContent.js'
import { getTypeSchema } from './operations/typeForms.js'
import { getVocabulary, listVocabularies } from './operations/vocabularies.js'
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
import { cancelWorkflowPlan, getWorkflowPlans } from './operations/workflowPlans.js'

/**
 * The operations on an object, by area and method. Each entry is an object whose only key is the operation name. The
 * methods of `Site.as` take the path of the object as their first argument.
 */
export const objectOperations = {
  content: {
    get: { getContent },
    create: { addContent },
    update: { editContent },
    delete: { deleteContent },
    find: { findContent },
    copy: { copyObjects },
    move: { relocateObjects },
    transition: { transitionContent },
    component: { getComponent },
    file: { getFile },
    image: { getImage },
    addForm: { getAddForm },
    editForm: { getEditForm },
    deleteForm: { getDeleteForm },
    unknownService: { unknownService },
  },
  pendingUploads: {
    add: { keepUpload },
    addPortrait: { keepPortrait },
    get: { findUpload },
    read: { readPendingUpload },
    remove: { dropUpload },
  },
  search: { searchContent },
  querystring: {
    form: { getQuerystring },
    search: { querystringSearch },
  },
  locks: {
    get: { getLock },
    create: { lockContent },
    refresh: { refreshLock },
    delete: { unlockContent },
  },
  aliases: {
    list: { listAliases },
    create: { addAliases },
    delete: { removeAliases },
    import: { importAliases },
  },
  links: {
    breaches: { linkIntegrity },
    relations: { listRelations },
  },
  workflow: {
    get: { getWorkflow },
    definitions: { getWorkflowDefinitions },
    preview: { previewTransition },
    plan: { planTransition },
    plans: { getWorkflowPlans },
    cancelPlan: { cancelWorkflowPlan },
    state: { getState },
    states: { getStates },
    transitions: { getTransitions },
    claimants: { getClaimants },
    conflicts: { getConflicts },
    setBehaviors: { setObjectBehaviors },
    worklists: { listWorklists },
  },
  history: {
    list: { getHistory },
    version: { getVersion },
    compare: { compareVersions },
    revert: { revertVersion },
  },
  polls: {
    get: { getPoll },
    vote: { castVote },
    hasVoted: { hasVisitorVoted },
  },
  sharing: {
    get: { getSharing },
    update: { editSharing },
  },
  schedule: {
    get: { getSchedule },
    now: { getNow },
    programme: { getProgramme },
    conflicts: { getScheduleConflicts },
    desk: { getDesk },
    moveSlot: { moveSlot },
    importForm: { getProgrammeImport },
    readImport: { readProgramme },
    release: { releaseSchedule },
    releases: { listScheduleReleases },
    getRelease: { getScheduleRelease },
    compareReleases: { compareScheduleReleases },
  },
  sponsors: {
    list: { getSponsors },
  },
  types: {
    schema: { getTypeSchema },
  },
  vocabularies: {
    list: { listVocabularies },
    get: { getVocabulary },
  },
} as const

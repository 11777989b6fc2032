/** `@plenum/plone-exchange` converts exports of Plone sites to core's import model and back. */
export type { ExportNote, ExportNoteKind } from './export/exportNote.js'
export { type ExportedFile, type PloneExport, type PloneExportOptions, ploneExport } from './export/ploneExport.js'
export { type BlobFacts, type ExportFiles, type SharedFileName, Unreadable } from './import/exportFiles.js'
export { incomingExport } from './import/incomingExport.js'
export { translateFinding } from './import/translateFinding.js'

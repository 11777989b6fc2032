/** `@plenum/core/history`: merges workflow records and versions into one history. */
export {
  actorOf,
  type HistoryItem,
  type HistoryParts,
  mergeHistory,
  type OwnHistoryEntry,
} from './history/mergeHistory.js'

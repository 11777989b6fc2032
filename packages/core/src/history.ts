/** `@plenum/core/history`: one history of what workflows recorded and of versions. */
export { actorOf, type HistoryItem, type HistoryParts, mergeHistory } from './history/mergeHistory.js'

export {
  createNodePlatform,
  createProcessScheduler,
  imageProblem,
  type NodePlatformOptions,
  type Stores,
} from './createNodePlatform.js'
export { eraseDeletedFiles } from './eraseDeletedFiles.js'
export { extendDaily } from './extendDaily.js'
export { deliverChanges, trimChanges } from './followChanges.js'
export { type HtmlCleaner, openHtmlCleaner } from './html/openHtmlCleaner.js'
export {
  type Outbound,
  type OutboundAnswer,
  type OutboundOptions,
  type OutboundRequest,
  openOutbound,
} from './outbound/openOutbound.js'
export { networkCodeOf, type OutboundCode, OutboundError } from './outbound/outboundError.js'
export { isHostEntry } from './outbound/publicAddresses.js'
export type { PasswordMonitor } from './passwords/createPasswords.js'
export { hashPassword, passwordCosts, verifyPassword } from './passwords/hashes.js'
export { programVersions } from './programVersions.js'
export { runDueTransitions } from './runDueTransitions.js'
export { sha256 } from './sha256.js'
export { openThreads } from './threads/openThreads.js'
export { measureImage } from './uploads/measureImage.js'
export { describeUpload, readUpload } from './uploads/readUpload.js'
export { type DeliveryOptions, deliverWebhooks } from './webhooks/deliverWebhooks.js'

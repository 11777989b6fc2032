export { type AppOptions, createApp } from './createApp.js'
export { createRouter, type RouterOptions } from './createRouter.js'
export { createServer, type ServerOptions } from './createServer.js'
export type { LargeBody, LargeBodyLimits } from './largeBody.js'

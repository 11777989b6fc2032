export { type AppOptions, createApp } from './createApp.js'
export { createRouter, type RouterOptions } from './createRouter.js'
export { createServer } from './createServer.js'

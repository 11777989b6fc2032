/** `@plenum/client` is a typed client of the HTTP interface for browsers and Node. */

export type { Address, Answer, AnswerAt, Body, Parameters } from './addresses.js'
export { ApiError } from './apiError.js'
export type { Client, NewFileOptions, RequestOptions, SearchOptions, UploadOptions } from './client.js'
export type { ClientOptions } from './connection.js'
export { createClient } from './createClient.js'
export type { Listing } from './listing.js'
export type { LiveOptions, LiveResults } from './liveResults.js'
export type { QueryParameters, QueryValue } from './queryString.js'
export type { ApiResponse, CallOptions } from './send.js'
export { encodeFile, type FileContent, type Progress, type SentFile } from './uploads.js'

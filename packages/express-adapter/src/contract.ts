/** `@plenum/express-adapter/contract`: the types of bodies and query parameters, by route address. */

export type { RouteParameters } from './openapi/queryParameters.js'
export type { CsvFile, FileBytes, RouteAnswers } from './table/routeAnswers.js'
export type { RouteBodies } from './table/routeBodies.js'

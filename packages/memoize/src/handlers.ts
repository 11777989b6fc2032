/** `@plenum/memoize/handlers`: the status of a memoizer over HTTP, for Express and Fastify. */
export { type ExpressRequest, type ExpressResponse, expressHandler } from './handlers/expressHandler.js'
export { type FastifyReply, type FastifyRequest, type FastifyServer, fastifyPlugin } from './handlers/fastifyPlugin.js'
export type { HandlerOptions } from './handlers/statusHandlers.js'

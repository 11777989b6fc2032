import { answerInvalidation, answerStatus, type HandlerAnswer, type HandlerOptions } from './statusHandlers.js'

export interface FastifyRequest {
  readonly body: unknown
}

export interface FastifyReply {
  code(status: number): FastifyReply
  send(body: unknown): unknown
}

type FastifyHandler<Request> = (request: Request, reply: FastifyReply) => Promise<unknown>

export interface FastifyServer<Request> {
  get(path: string, handler: FastifyHandler<Request>): unknown
  post(path: string, handler: FastifyHandler<Request>): unknown
}

/**
 * Returns a plugin for Fastify. After `app.register(fastifyPlugin({ memoizer, permit }), { prefix: '/cache' })`, `GET
 * /cache` returns the status, and `POST /cache/invalidate` invalidates values.
 */
export function fastifyPlugin<Request extends FastifyRequest>(options: HandlerOptions<Request>) {
  const send = async (reply: FastifyReply, answer: Promise<HandlerAnswer>): Promise<unknown> => {
    const { status, body } = await answer
    return reply.code(status).send(body)
  }
  return async (server: FastifyServer<Request>): Promise<void> => {
    server.get('/', (request, reply) => send(reply, answerStatus(options, request)))
    server.post('/invalidate', (request, reply) => send(reply, answerInvalidation(options, request, request.body)))
  }
}

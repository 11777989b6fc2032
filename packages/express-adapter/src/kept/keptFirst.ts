import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Express, Request, Response } from 'express'
import type { KeptAnswers } from './keepAnswers.js'

type Serve = (req: IncomingMessage, res: ServerResponse) => void

/**
 * Serves by answers that are kept, and by an application where there is none. Requests of one connection go to the
 * application in the order in which they came: what is pipelined waits until it is known of those before whether they do.
 */
export function keptFirst(app: Express, { answer }: Pick<KeptAnswers, 'answer'>): Serve {
  const looking = new WeakMap<Socket, Promise<void>>()
  return (req, res) => {
    const [request, response] = [req as Request, res as Response]
    const look = async (): Promise<void> => {
      if (!(await answer(request, response))) app(request, response)
    }
    const before = res.socket === null ? looking.get(req.socket) : undefined
    const found = before ? before.then(look) : look()
    looking.set(req.socket, found)
  }
}

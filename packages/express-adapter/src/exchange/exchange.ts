import type { OperationRequest, Site, Task } from '@plenum/core'
import type { Request, Response } from 'express'

export interface Exchange {
  readonly site: Site
  readonly req: Request
  readonly res: Response
  readonly task: Task
}

/** The request of an operation, except for its input. */
export type OperationContext = Omit<OperationRequest<unknown>, 'input'>

/** The base URL and the translations, which all operations of a request share. */
export type Frame = Pick<OperationContext, 'base' | 'translate' | 'chooseTranslation'>

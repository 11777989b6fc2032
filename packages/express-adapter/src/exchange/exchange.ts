import type { OperationRequest, Site, Task } from '@plenum/core'
import type { Request, Response } from 'express'

export interface Exchange {
  readonly site: Site
  readonly req: Request
  readonly res: Response
  readonly task: Task
}

/** The request to an operation, without the input. */
export type OperationContext = Omit<OperationRequest<unknown>, 'input'>

export type Frame = Pick<OperationContext, 'base' | 'translate' | 'chooseTranslation'>

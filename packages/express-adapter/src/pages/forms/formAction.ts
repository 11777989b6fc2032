import {
  type DomainError,
  type InputOf,
  type OperationName,
  type PageSubject,
  rootPath,
  type Translate,
} from '@plenum/core'
import type { RouteExchange } from '../../exchange/apiRequest.js'
import type { OperationContext } from '../../exchange/exchange.js'
import type { Reply } from '../../exchange/reply.js'
import type { FormFiles } from './formFiles.js'
import { type FormFields, only } from './readForm.js'

export interface Form {
  readonly exchange: RouteExchange
  readonly fields: FormFields
  readonly files: FormFiles
  readonly context: OperationContext
}

/**
 * The result of a form: a page, a redirect to a URL on this site, a response for a script, or a new session token.
 */
export type FormOutcome =
  | { readonly subject: PageSubject; readonly status: number; readonly reply?: undefined }
  | { readonly subject?: undefined; readonly redirect: string; readonly reply?: undefined }
  | { readonly subject?: undefined; readonly redirect?: undefined; readonly reply: Reply }
  | {
      readonly subject?: undefined
      readonly redirect?: undefined
      readonly reply?: undefined
      readonly session: string
    }

/**
 * Performs the action of a form. If nothing is returned, the browser is redirected to `came_from` or to the object.
 * Throws an error if the action is refused.
 */
export type Action = (form: Form) => Promise<FormOutcome | void>

export const run = <N extends OperationName>({ exchange, context }: Form, name: N, input: () => InputOf<N>) =>
  exchange.site.run(name, { ...context, input })

export const sentIn = ({ fields, files }: Form) => ({ body: fields, files: files.byName })

export const textIn = ({ fields }: Form, name: string): string => only(fields, name) ?? ''

/** Returns the form as if it had been sent to the site root, for operations on the site. */
export const atRoot = (form: Form): Form => ({ ...form, context: { ...form.context, path: rootPath } })

/**
 * The action of a form with content fields. If `act` throws an error, `showAgain` returns the form with the values
 * that the user entered.
 */
export interface FormAction {
  /** The operation whose permission is checked before the body of the form is read. */
  readonly admits: OperationName
  /** Whether the form contains content fields and possibly files, in which case the limits of larger bodies apply. */
  readonly isLarge: boolean
  readonly act: Action
  showAgain(form: Form, error: DomainError, translate: Translate): Promise<PageSubject>
}

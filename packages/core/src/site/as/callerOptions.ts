import type { Translate } from '../../foundation/messages.js'
import type { OperationRequest } from '../run/operation.js'

/** Options that apply to all operations of a caller (see `Site.as`). */
export interface CallerOptions extends Pick<OperationRequest<unknown>, 'expectedRevisions' | 'task'> {
  /**
   * The URL of the site root, without a trailing slash. Every `@id` in a result begins with this URL. Defaults to an
   * empty string, so that each `@id` is a path.
   */
  readonly baseUrl?: string
  /**
   * The language tag for titles and messages. The site must have a catalog for this language (see
   * `Extensions.catalogs`). Defaults to the language of the site.
   */
  readonly language?: string
  /** Translates titles and messages instead of the catalogs of the site. */
  readonly translate?: Translate
}

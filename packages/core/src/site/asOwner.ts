import { wordInEnglish } from '../foundation/messages.js'
import { rootPath } from '../foundation/paths.js'
import type { Member } from '../security/caller.js'
import type { AnswerOf, InputOf, OperationName } from './operations.js'
import type { OperationRequest } from './run/operation.js'

/** A site, as far as operations are run on it. */
interface Running {
  run<N extends OperationName>(name: N, request: OperationRequest<InputOf<N>>): Promise<AnswerOf<N>>
}

/** Whoever runs the site may do everything there. */
const owner: Member = { kind: 'member', id: 'owner', fullname: '', roles: ['Manager'], groups: [] }

/**
 * Runs an operation on the site root in the name of whoever runs the site; for command lines, set-up and tests.
 * Addresses in the answer begin with `/`.
 *
 * @example
 * await asOwner(site, 'setTypeWorkflows', { type: 'Document', workflows: ['intranet_workflow'] })
 */
export function asOwner<N extends OperationName>(
  site: Running,
  name: N,
  ...[input]: undefined extends InputOf<N> ? [] : [input: InputOf<N>]
): Promise<AnswerOf<N>> {
  return site.run(name, {
    path: rootPath,
    caller: owner,
    base: '',
    translate: wordInEnglish,
    input: () => input as InputOf<N>,
  })
}

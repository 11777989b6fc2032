import { translateEnglish } from '../foundation/messages.js'
import { rootPath } from '../foundation/paths.js'
import type { Member } from '../security/caller.js'
import type { AnswerOf, InputOf, OperationName } from './operations.js'
import type { OperationRequest } from './run/operation.js'

interface OperationRunner {
  run<N extends OperationName>(name: N, request: OperationRequest<InputOf<N>>): Promise<AnswerOf<N>>
}

const owner: Member = { kind: 'member', id: 'owner', fullname: '', roles: ['Manager'], groups: [] }

/**
 * Runs an operation on the site root as a manager, for command-line programs, setup and tests. URLs in the result are
 * paths. Throws the same errors as `Site.run`.
 *
 * @example
 * await asOwner(site, 'setTypeWorkflows', { type: 'Document', workflows: ['intranet_workflow'] })
 */
export function asOwner<N extends OperationName>(
  site: OperationRunner,
  name: N,
  ...[input]: undefined extends InputOf<N> ? [] : [input: InputOf<N>]
): Promise<AnswerOf<N>> {
  return site.run(name, {
    path: rootPath,
    caller: owner,
    base: '',
    translate: translateEnglish,
    input: () => input as InputOf<N>,
  })
}

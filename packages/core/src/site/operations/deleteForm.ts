import type { DeleteFormPayload } from '../../answers/formControls.js'
import { permission } from '../../security/permissions.js'
import { presentBreaches } from '../present/references/breaches.js'
import type { Operation } from '../run/operation.js'
import type { RequestContext } from '../run/requestContext.js'
import { revisionIn, signedRevision } from '../run/signedRevision.js'
import type { FormInput } from './contentForms.js'
import { refuseDeletion } from './editContent.js'

export interface DeleteReading {
  readonly form: DeleteFormPayload
  /** The revision of the object when the form was created, or null if the body contains no revision. */
  readonly seenRevision: number | null
}

/** The maximum number of referring objects that the form lists. */
const maxShown = 100

/** `GET {path}/@@delete` returns the consequences of a deletion (docs/editing.md, Delete). */
export const getDeleteForm: Operation<FormInput, DeleteReading> = {
  permission: permission.view,
  guard: refuseDeletion,
  exclusiveSlice: true,
  run: async (context, { body }) => ({
    answer: { form: await formOf(context), seenRevision: body && revisionIn(context, body) },
  }),
}

async function formOf(context: RequestContext): Promise<DeleteFormPayload> {
  const { node, type, lineage, translate } = context
  const [breach] = await presentBreaches(context, [lineage])
  const referring = breach?.breaches ?? []
  return {
    '@type': type.id,
    type_title: translate(type.title),
    title: breach?.title ?? '',
    revision: signedRevision(context, node.revision),
    items_total: breach?.items_total ?? 0,
    breaches: referring.slice(0, maxShown).map(({ '@id': address, title }) => ({ '@id': address, title })),
  }
}

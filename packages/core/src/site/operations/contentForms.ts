import type { ContentFormPayload, FormSection } from '../../answers/formControls.js'
import type { FormSchema } from '../../answers/forms.js'
import type { TitledTerm } from '../../answers/terms.js'
import type { RegisteredType } from '../../content/model/model.js'
import { objectOf } from '../../content/node/node.js'
import { zoneAt } from '../../event/eventRoot.js'
import { isJsonObject, type JsonObject, partsOf } from '../../foundation/json.js'
import { badRequest, DomainError, type FieldProblem, message } from '../../foundation/messages.js'
import { urlOf } from '../../foundation/paths.js'
import { fullObject } from '../../foundation/writeJson.js'
import { permission } from '../../security/permissions.js'
import { enterForm, type FormSource, formSections } from '../page/form/contentForm.js'
import type { FormContext } from '../page/form/controlOf.js'
import type { FormBody, FormFile } from '../page/form/enterControl.js'
import { commandIn, type FormCommand, queryNameOf, withResults, withRowCommand } from '../page/form/formCommand.js'
import { withoutKept } from '../page/form/otherValues.js'
import { presentContent } from '../present/presentContent.js'
import type { Operation } from '../run/operation.js'
import { hasPermission, hasPermissionAt, type RequestContext } from '../run/requestContext.js'
import { revisionIn, signedRevision } from '../run/signedRevision.js'
import { canListTerms, titledTerms } from '../run/vocabularies.js'
import { addProblem } from '../write/addProblem.js'
import { mayEdit } from './editContent.js'
import { formSchema, withBlockFields, withBlockValue } from './formSchema.js'
import { findTargets, targetsIn } from './formTargets.js'

export interface FormInput {
  /** The submitted form body, or null if the form has not been submitted. */
  readonly body: FormBody | null
  readonly files?: ReadonlyMap<string, FormFile>
}

export interface FormReading {
  /** The form, with the submitted values if there are any. */
  readonly form: ContentFormPayload
  /** The changed fields, in the format that `addContent` and `editContent` accept. */
  readonly input: JsonObject
  readonly problems: readonly FieldProblem[]
  /**
   * The name of the control that the user has changed with a button, for example by adding a row, or null if the form
   * is to be saved.
   */
  readonly changed: string | null
  /** The revision of the object when the form was created, or null if the body contains no revision. */
  readonly seenRevision: number | null
}

/**
 * `GET {path}/@@add?type={type}` returns the form for a new object in the container (docs/editing.md). Throws a
 * DomainError `bad-request` if the type is missing, and a DomainError `forbidden` if the type is not allowed in the
 * container.
 */
export const getAddForm: Operation<FormInput & { readonly type: string }, FormReading> = {
  permission: permission.add,
  exclusiveSlice: true,
  exists: ({ type }) => type.contains !== null,
  async run(context, { type: id, ...input }) {
    if (id === '') throw badRequest('type.required')
    const type = context.environment.registry.types.get(id)
    if (!type) throw new DomainError('forbidden', message('type.unknown', { type: id.slice(0, 100) }))
    const problem = await addProblem(context, type, context.lineage)
    if (problem) throw new DomainError('forbidden', message(`type.${problem}`, { type: id }))
    const source = { schema: formSchema(context, type), values: {}, isNew: true }
    const answer = await readForm(context, source, input)
    const image_container = await imageContainer(context)
    return { answer: { ...answer, form: { ...answer.form, ...namesOf(context, type), image_container } } }
  },
}

/** `GET {path}/@@edit` returns the form of an object with its current values (docs/editing.md). */
export const getEditForm: Operation<FormInput, FormReading> = {
  // The form contains all values, so the caller also needs the permission to view the object.
  permission: context => hasPermission(context, permission.view) && mayEdit(context),
  exclusiveSlice: true,
  async run(context, input) {
    const { node, type, lineage } = context
    const values = fullObject(await presentContent(context, lineage))
    const answer = await readForm(
      context,
      { schema: formSchema(context, type), values: withBlockValue(values), isNew: false },
      { ...input, body: input.body && withoutKept(input.body) },
    )
    const own = {
      title: values.title ?? '',
      revision: signedRevision(context, node.revision),
      image_container: await imageContainer(context),
    }
    const form = { ...answer.form, ...namesOf(context, type), ...own }
    return { answer: { ...answer, form, seenRevision: input.body && revisionIn(context, input.body) } }
  },
}

const namesOf = ({ translate }: RequestContext, { id, title }: RegisteredType) => ({
  '@type': id,
  type_title: translate(title),
})

async function imageContainer(context: RequestContext): Promise<string | null> {
  const { base, lineage, environment } = context
  const type = environment.registry.types.get('Image')
  for (let depth = lineage.length; type && depth > 0; depth--) {
    const container = lineage.slice(0, depth)
    const mayAdd =
      hasPermissionAt(context, permission.view, container) && hasPermissionAt(context, permission.add, container)
    if (mayAdd && (await addProblem(context, type, container)) === null) return urlOf(base, objectOf(container).path)
  }
  return null
}

const emptyForm = { '@type': '', type_title: '', title: '', revision: null, image_container: null }

const noFiles: ReadonlyMap<string, FormFile> = new Map()

async function readForm(
  context: RequestContext,
  source: FormSource,
  { body, files = noFiles }: FormInput,
): Promise<FormReading> {
  const formContext = await formContextOf(context, source.schema)
  if (!body)
    return {
      form: { ...emptyForm, sections: formSections(source, formContext) },
      input: {},
      problems: [],
      changed: null,
      seenRevision: null,
    }
  const targets = await targetsIn(context, body)
  const entered = enterForm(source, { body, files, context: formContext, target: reference => targets.get(reference) })
  const { problems } = entered
  const input = withBlockFields(entered.input)
  const command = commandIn(body)
  const sections = command ? await runCommand(context, entered.sections, { command, body }) : entered.sections
  return { form: { ...emptyForm, sections }, input, problems, changed: command?.name ?? null, seenRevision: null }
}

async function runCommand(
  context: RequestContext,
  sections: readonly FormSection[],
  { command, body }: { readonly command: FormCommand; readonly body: FormBody },
): Promise<readonly FormSection[]> {
  if (command.verb !== 'search') return withRowCommand(sections, command)
  const relation = sections.flatMap(({ controls }) => controls).find(({ name }) => name === command.name)
  if (relation?.kind !== 'relation' && relation?.kind !== 'relations') return sections
  const [query = ''] = body.get(queryNameOf(command.name)) ?? []
  return withResults(sections, command.name, { query, results: await findTargets(context, query, relation.types) })
}

const vocabularyPath = '/@vocabularies/'

/** The vocabulary of users. Forms do not suggest its terms, because a site can have many users. */
const unsuggested = 'plone.app.vocabularies.Users'

/**
 * Returns the context of a form. It contains the terms of all vocabularies in the schema, except vocabularies that the
 * caller may not list.
 */
export async function formContextOf(context: RequestContext, schema: FormSchema): Promise<FormContext> {
  const terms = new Map<string, readonly TitledTerm[]>()
  for (const url of vocabularyUrlsIn(schema)) {
    const vocabulary = context.environment.vocabularies.get(url.slice(url.lastIndexOf('/') + 1))
    if (!vocabulary || !canListTerms(context, vocabulary)) continue
    terms.set(
      url,
      (await titledTerms(context, vocabulary)).map(({ token, title }) => ({ token, title })),
    )
    if (context.task.isOver()) await context.task.next()
  }
  return { zone: zoneAt(context.lineage), terms: url => terms.get(url) ?? [] }
}

function vocabularyUrlsIn(schema: FormSchema): ReadonlySet<string> {
  const urls = [...partsOf(schema)].flatMap(part => (isJsonObject(part) ? [part['@id']] : []))
  return new Set(
    urls
      .filter(url => typeof url === 'string')
      .filter(url => url.includes(vocabularyPath) && !url.endsWith(unsuggested)),
  )
}

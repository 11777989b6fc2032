import { columnProblems } from '../../content/catalog/columnProblems.js'
import { languageVocabularies } from '../../content/model/languages.js'
import {
  type Behavior,
  type ContentType,
  createRegistry,
  type Indexer,
  type Model,
  type Registry,
} from '../../content/model/model.js'
import { problemsOfModel } from '../../content/model/registryProblems.js'
import { stockBehaviors } from '../../content/model/stockBehaviors.js'
import { stockTypes } from '../../content/model/stockTypes.js'
import type { Vocabulary } from '../../content/model/vocabulary.js'
import type { ContentNode } from '../../content/node/node.js'
import { metadataFields, sortableIndexes } from '../../content/vocabularies/catalogVocabularies.js'
import {
  behaviorVocabulary,
  stockVocabularies,
  typeVocabularies,
} from '../../content/vocabularies/stockVocabularies.js'
import { eventBehavior } from '../../event/eventBehavior.js'
import { indexEventRoot } from '../../event/eventRoot.js'
import { eventBehaviors, eventTypes } from '../../event/eventTypes.js'
import { eventVocabularies } from '../../event/eventVocabularies.js'
import { memoizeByIdentity } from '../../foundation/memoizeByIdentity.js'
import type { Catalog } from '../../foundation/messages.js'
import { ModelError } from '../../foundation/modelError.js'
import { pollType, resultsGraphs } from '../../poll/pollType.js'
import type { SitePermissions } from '../../security/permissions.js'
import { chainOf, reviewState, type Workflows, workflowStates } from '../../workflow/chain.js'
import { createWorkflows, labelsOf, problemsOfChains } from '../../workflow/createWorkflows.js'
import type { Expression, WorkflowDefinition } from '../../workflow/definition.js'
import { problemsOfWorkflow } from '../../workflow/definitionProblems.js'
import { foundationMember, profileType } from '../../workflow/membership.js'
import { shippedExpressions } from '../../workflow/shippedExpressions.js'
import { shippedWorkflows } from '../../workflow/shippedWorkflows.js'
import { slotState } from '../../workflow/slotState.js'
import { simplePublicationWorkflow } from '../../workflow/stockWorkflows.js'
import type { TransitionSubscriber } from '../../workflow/subscriber.js'
import { dueIndex, scheduledTransitions } from '../../workflow/timers.js'
import { translationStatus } from '../../workflow/translation.js'
import { qualifiedStates, reviewStates, workflowTransitions, workflowVocabulary } from '../../workflow/vocabulary.js'
import type { ChangeSubscriber } from '../changes/changeSubscriber.js'
import { subscriberProblems } from '../changes/subscribers.js'
import type { NoOperations, OwnOperations } from '../own/ownOperation.js'
import { ownProblems } from '../own/ownProblems.js'
import type { Environment, Platform, SiteState } from '../run/environment.js'
import { followInvalidations } from '../run/invalidations.js'
import { languageSettingsOf } from '../run/languageSettings.js'
import { typesNotSearched } from '../run/searchSettings.js'
import { peopleVocabularies } from './peopleVocabularies.js'
import { siteSettings } from './settings/controlPanels.js'
import { searchOrders } from './settings/searchPanel.js'
import { shippedPermissions, shippedRoles } from './shippedAccess.js'
import { type TypeChoices, typeChoicesOf } from './typeChoices.js'

/** The types, behaviors, workflows and other parts that an application adds to the stock model. */
export interface Extensions<
  Own extends OwnOperations = NoOperations,
  Workflow extends WorkflowDefinition = WorkflowDefinition,
> {
  readonly types?: readonly ContentType[]
  readonly behaviors?: readonly Behavior[]
  readonly permissions?: SitePermissions
  readonly roles?: readonly string[]
  readonly vocabularies?: readonly Vocabulary[]
  readonly workflows?: readonly Workflow[]
  /** Additional functions, by name, that workflow guards and variables can call. */
  readonly expressions?: Readonly<Record<string, Expression>>
  /** The hooks that run for each transition, in the order of this list. */
  readonly subscribers?: readonly TransitionSubscriber[]
  /** Functions that receive committed changes (docs/embedding.md, Subscribers to changes). */
  readonly changeSubscribers?: readonly ChangeSubscriber[]
  /** Additional operations, by area and method (docs/embedding.md, Your own operations). */
  readonly operations?: Own
  /**
   * Translations for `Site.as`, by language tag, such as `de`. A catalog must contain the messages and titles of the
   * application and, unless the language is English, also those of Plenum (`shippedCatalogs` in @plenum/server).
   */
  readonly catalogs?: Readonly<Record<string, Catalog>>
}

interface Assembly {
  readonly model: Model
  readonly vocabularies: readonly Vocabulary[]
  readonly workflows: readonly WorkflowDefinition[]
  readonly expressions: Readonly<Record<string, Expression>>
}

const defaultChain = [simplePublicationWorkflow.id]

function withStock({ users }: Pick<Platform, 'users'>, extensions: Extensions<OwnOperations>): Assembly {
  const workflows = [...shippedWorkflows, ...(extensions.workflows ?? [])]
  const behaviors = [
    ...stockBehaviors,
    siteSettings,
    eventBehavior,
    ...eventBehaviors,
    foundationMember,
    translationStatus,
    slotState,
    ...(extensions.behaviors ?? []),
  ]
  const types = [...stockTypes, profileType, pollType, ...eventTypes, ...(extensions.types ?? [])]
  const vocabularies = [
    ...languageVocabularies(([root]) => languageSettingsOf(root).availableLanguages),
    ...stockVocabularies,
    searchOrders,
    ...typeVocabularies(types, ([root]) => typesNotSearched(root)),
    behaviorVocabulary(behaviors),
    metadataFields(behaviors.flatMap(({ columns = [] }) => columns)),
    sortableIndexes(behaviors.flatMap(({ queryFields = [] }) => queryFields)),
    ...peopleVocabularies(users, extensions.roles ?? []),
    workflowVocabulary(workflows),
    workflowTransitions(workflows),
    reviewStates(workflows),
    qualifiedStates(workflows, labelsOf(behaviors)),
    ...eventVocabularies,
    resultsGraphs,
    ...(extensions.vocabularies ?? []),
  ]
  const model: Model = {
    types,
    behaviors,
    permissions: { ...shippedPermissions, ...extensions.permissions },
    roles: [...shippedRoles, ...(extensions.roles ?? [])],
    vocabularies: vocabularies.map(({ name }) => name),
  }
  return { model, vocabularies, workflows, expressions: { ...shippedExpressions, ...extensions.expressions } }
}

function problemsOf({ model, workflows, expressions }: Assembly): readonly string[] {
  const definedNames = {
    permissions: Object.keys(model.permissions),
    roles: model.roles,
    expressions: Object.keys(expressions),
    dateFields: dateFieldsOf(model),
  }
  return [
    ...problemsOfModel(model),
    ...columnProblems(model.behaviors),
    ...workflows.flatMap(workflow => problemsOfWorkflow(workflow, definedNames)),
    ...problemsOfChains({ definitions: workflows, defaultChain, ...model }),
  ]
}

const dateFieldsOf = ({ types, behaviors }: Model): readonly string[] =>
  [...types, ...behaviors].flatMap(({ fields = [] }) =>
    fields.filter(({ kind }) => kind === 'instant').map(({ name }) => name),
  )

function indexWorkflows(registry: Registry, workflows: Workflows): Indexer {
  return lineage => {
    const node = lineage.at(-1)
    if (!node) return {}
    const chain = chainOf(node, registry.type(node.type), workflows)
    const state = reviewState(node, chain)
    const states = workflowStates(node, chain)
    const [next] = scheduledTransitions(node, chain)
    return {
      indexes: {
        workflow_states: states,
        ...(state === null ? {} : { review_state: state }),
        ...(next ? { [dueIndex]: next.at } : {}),
      },
      columns: { review_state: state, workflow_states: states },
    }
  }
}

function withTypeChoices(assembly: Assembly, { behaviors, workflows }: TypeChoices): Assembly {
  const types = assembly.model.types.map(type => {
    const ownWorkflows = workflows[type.id] ?? type.workflows
    return {
      ...type,
      behaviors: behaviors[type.id] ?? type.behaviors,
      ...(ownWorkflows ? { workflows: ownWorkflows } : {}),
    }
  })
  return { ...assembly, model: { ...assembly.model, types } }
}

const maxEnvironments = 20

/**
 * Creates the environment of a site from the stock model and its extensions. Throws a ModelError that lists all
 * problems in the model.
 */
export function assemble(platform: Platform, extensions: Extensions<OwnOperations>): Environment {
  const assembly = withStock(platform, extensions)
  const readState = async (): Promise<SiteState> => {
    const [content, people] = await Promise.all([platform.store.state(), platform.users.state()])
    return { ...content, people }
  }
  const state = platform.singleFlight?.(readState) ?? readState
  const { model } = assembly
  const faults = ownProblems(extensions.operations ?? {}, {
    ...platform,
    permissions: Object.keys(model.permissions),
    types: model.types.map(({ id }) => id),
  })
  const invalidations = followInvalidations(platform.memoizing?.memoizer)
  const environments = new Map<string, Environment>()
  const ofRoot = memoizeByIdentity((root: ContentNode) => withChoices(typeChoicesOf(root)))
  const at = (root: ContentNode | undefined): Environment => (root ? ofRoot(root) : defaultEnvironment)
  const withChoices = (choices: TypeChoices): Environment => {
    const key = JSON.stringify(choices)
    const cached = environments.get(key)
    if (cached) return cached
    const environment = {
      ...createEnvironment(platform, withTypeChoices(assembly, choices), { ...extensions, faults }),
      state,
      invalidations,
      at,
    }
    if (environments.size >= maxEnvironments) environments.clear()
    environments.set(key, environment)
    return environment
  }
  const defaultEnvironment = withChoices(typeChoicesOf(undefined))
  return defaultEnvironment
}

function createEnvironment(
  platform: Platform,
  assembly: Assembly,
  extensions: Extensions<OwnOperations> & { readonly faults: readonly string[] },
): Omit<Environment, 'at' | 'state' | 'invalidations'> {
  const { changeSubscribers = [] } = extensions
  const problems = [...problemsOf(assembly), ...subscriberProblems(changeSubscribers), ...extensions.faults]
  if (problems.length > 0) throw new ModelError(problems)
  const registry = createRegistry(assembly.model)
  const workflows = createWorkflows({ definitions: assembly.workflows, defaultChain, ...assembly.model })
  return {
    ...platform,
    registry,
    workflows,
    subscribers: extensions.subscribers ?? [],
    changeSubscribers,
    expressions: new Map(Object.entries(assembly.expressions)),
    vocabularies: new Map(assembly.vocabularies.map(vocabulary => [vocabulary.name, vocabulary])),
    indexers: [indexWorkflows(registry, workflows), indexEventRoot],
  }
}

import type { FormSection } from '../../answers/formControls.js'
import type { PlacedProperty } from '../../answers/forms.js'
import type { SetupPayload } from '../../answers/settingsPages.js'
import { type FieldValues, withObject } from '../../content/node/node.js'
import { zoneOf } from '../../event/eventRoot.js'
import { eventSettings } from '../../event/eventSettings.js'
import type { JsonObject } from '../../foundation/json.js'
import { badRequest, type FieldProblem, message } from '../../foundation/messages.js'
import { rootPath } from '../../foundation/paths.js'
import { isTimeZone } from '../../foundation/wallClock.js'
import { problemOfEmail } from '../../people/userInput.js'
import { userIdOf } from '../../security/caller.js'
import { permission } from '../../security/permissions.js'
import type { ControlPanel } from '../admin/settings/controlPanel.js'
import { availableLanguagesOf, languagePanel } from '../admin/settings/languagePanel.js'
import { imageProblems, imageSetting } from '../admin/settings/siteImage.js'
import { plainForm, type SentForm } from '../page/form/plainForm.js'
import { languageFieldNames } from '../run/languageSettings.js'
import type { Operation } from '../run/operation.js'
import { administration, type RequestContext } from '../run/requestContext.js'
import { updateEvent } from '../write/changeEvents.js'
import { editOf } from '../write/changes.js'
import { formContextOf } from './contentForms.js'
import { changePanel, schemaOfPanel } from './controlPanels.js'
import type { PeopleReading } from './peopleForms.js'
import { settingValues } from './settingsForms.js'

/** The settings of the first-run page. They are fields of the site root, which is the event. */
const setupPanel: ControlPanel = {
  name: 'setup',
  title: 'First run',
  group: 'General',
  permission: permission.manageSite,
  settings: [
    {
      field: {
        kind: 'line',
        name: 'title',
        title: 'Name of the conference',
        description: 'The title of the site.',
        required: true,
      },
      valueIn: () => '',
    },
    {
      field: {
        kind: 'zone',
        name: 'timezone',
        title: 'Time zone',
        description: 'All times of the schedule are in this zone.',
        required: true,
      },
      valueIn: zoneOf,
    },
    { field: { kind: 'instant', name: 'start', title: 'Start of the event', required: true } },
    { field: { kind: 'instant', name: 'end', title: 'End of the event', required: true } },
    ...languagePanel.settings.filter(({ field }) => field.name === languageFieldNames.defaultLanguage),
    imageSetting({ name: 'site_logo', title: 'Site logo', description: 'An image of at most 512 KB.' }),
  ],
  problems: values => [...imageProblems(values, ['site_logo']), ...dateProblems(values)],
}

const dateProblems = (values: FieldValues): readonly FieldProblem[] =>
  (eventSettings.invariants ?? []).flatMap(({ problem }) => {
    const reason = problem(values)
    return reason ? [{ field: 'end', message: reason }] : []
  })

/**
 * Whether the site must still be set up: it has no content and no dates, and the caller is its only user
 * (docs/site-settings.md, First run).
 */
async function isToBeSetUp({ node, reader, environment, caller }: RequestContext): Promise<boolean> {
  if (node.fields.start || node.fields.end || (await reader.sizeUpTo(rootPath, 2)) > 1) return false
  const users = await environment.users.users({ limit: 2 })
  return users.length === 1 && users[0]?.id === userIdOf(caller)
}

export interface SetupInput {
  readonly sent: SentForm | null
}

/** `GET /@@setup` returns the form of the first-run page (docs/site-settings.md, First run). */
export const getSetup: Operation<SetupInput, PeopleReading<SetupPayload>> = {
  ...administration,
  exclusiveSlice: true,
  async run(context, { sent }) {
    const isOpen = await isToBeSetUp(context)
    const form = { '@id': `${context.base}/@@setup`, is_open: isOpen }
    if (!isOpen) return { answer: { form: { ...form, sections: [] }, input: {}, problems: [] } }
    const { sections, input, problems } = await readSetup(context, sent)
    return { answer: { form: { ...form, sections: withoutZones(context, sections) }, input, problems } }
  },
}

async function readSetup(context: RequestContext, sent: SentForm | null) {
  const schema = schemaOfPanel(context, setupPanel)
  const email: PlacedProperty = {
    title: context.translate('E-mail address'),
    description: context.translate('Your own address, for links that set a new password.'),
    type: 'string',
    factory: 'Email',
    behavior: 'plone',
  }
  const [fieldset, ...others] = schema.fieldsets
  const withEmail = {
    ...schema,
    properties: { ...schema.properties, email },
    required: [...schema.required, 'email'],
    fieldsets: fieldset ? [{ ...fieldset, fields: [...fieldset.fields, 'email'] }, ...others] : [],
  }
  const user = await context.environment.users.user(userIdOf(context.caller))
  const values = { ...(await settingValues(context, setupPanel)), email: user?.email ?? '' }
  const formContext = await formContextOf(context, withEmail)
  const zone = chosenZone(sent) ?? formContext.zone
  const form = plainForm({ schema: withEmail, values, isNew: true }, { ...formContext, zone }, sent)
  const emailProblem = form.input.email === undefined ? undefined : problemOfEmail(form.input.email)
  return {
    ...form,
    problems: [...form.problems, ...(emailProblem ? [{ field: 'email', message: emailProblem }] : [])],
  }
}

function chosenZone(sent: SentForm | null): string | null {
  const [zone = ''] = sent?.body.get('field.timezone')?.filter(Boolean) ?? []
  return isTimeZone(zone) ? zone : null
}

/**
 * Replaces the name of the time zone in each date control with a short hint, because the form itself has a control for
 * the time zone.
 */
const withoutZones = ({ translate }: RequestContext, sections: readonly FormSection[]): readonly FormSection[] =>
  sections.map(section => ({
    ...section,
    controls: section.controls.map(control =>
      control.kind === 'instant' ? { ...control, zone: translate(message('page.setup-zone')) } : control,
    ),
  }))

/**
 * Sets the name, the dates, the time zone, the language and the logo of an empty site in one transaction. Throws a
 * DomainError `bad-request` if the site has already been set up, even by a concurrent request.
 */
export const setUpSite: Operation<JsonObject, null> = {
  ...administration,
  exclusiveSlice: true,
  async run(context, body) {
    if (!(await isToBeSetUp(context))) throw badRequest('setup.done')
    const { node, now } = context
    const { values, files, changes } = await changePanel(context, setupPanel, body)
    const saved = { ...node, fields: { ...node.fields, ...values, ...dependentValues(context, values) }, modified: now }
    const event = updateEvent(context, 'settings', { node: saved, details: { panel: setupPanel.name, changes } })
    const update = await editOf(context, withObject(context.lineage, saved), { note: '' })
    return { answer: null, change: { updates: [update], files, events: [event] } }
  },
}

function dependentValues({ node }: RequestContext, { title, default_language: language }: FieldValues): FieldValues {
  const isNew = typeof language === 'string' && !availableLanguagesOf(node).includes(language)
  const languages: FieldValues = isNew ? { [languageFieldNames.availableLanguages]: [language] } : {}
  const titles: FieldValues = title === undefined ? {} : { site_title: title }
  return { ...titles, ...languages }
}

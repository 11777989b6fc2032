import { truthOf } from '../../content/fields/plainKinds.js'
import type { JsonObject } from '../../foundation/json.js'
import { message } from '../../foundation/messages.js'
import { permission } from '../../security/stockPermissions.js'
import type { Operation } from '../run/operation.js'
import { isSiteRoot, urlOfVisit, type Visit } from '../run/visit.js'
import { updateOf } from '../write/changes.js'
import { invalidFields } from '../write/readBody.js'

const setting = 'support_multiple_events'
function settingField({ type }: Visit) {
  const field = type.allFields.find(({ name }) => name === setting)
  if (field?.kind !== 'boolean') throw new Error(`The site root has no setting ${setting}.`)
  return field
}

/** `GET /@controlpanels/tech-event-settings` (docs/schedule.md, Event root, rule 4). */
export const getEventControlPanel: Operation<undefined, JsonObject> = {
  permission: permission.manageSite,
  exists: isSiteRoot,
  async run(visit) {
    const { title, description = '' } = settingField(visit)
    const property = {
      title: visit.translate(title),
      description: visit.translate(description),
      type: 'boolean',
      factory: 'Yes/No',
      behavior: 'plenum.site_settings',
      default: false,
    }
    const answer = {
      '@id': `${urlOfVisit(visit)}/@controlpanels/tech-event-settings`,
      title: visit.translate('Tech Event Settings'),
      group: visit.translate('Add-on Configuration'),
      schema: {
        type: 'object',
        properties: { [setting]: property },
        required: [],
        fieldsets: [{ id: 'default', title: visit.translate('Default'), behavior: 'plone', fields: [setting] }],
      },
      data: { [setting]: visit.node.fields[setting] === true },
    }
    return { answer }
  },
}

/** `PATCH /@controlpanels/tech-event-settings`: takes effect at once; the site root keeps its event data. */
export const editEventControlPanel: Operation<JsonObject, null> = {
  permission: permission.manageSite,
  exists: isSiteRoot,
  async run(visit, body) {
    const { node, environment } = visit
    if (!Object.hasOwn(body, setting)) return { answer: null }
    const isWanted = truthOf(body[setting])
    if (isWanted === undefined) throw invalidFields([{ field: setting, message: message('field.boolean-expected') }])
    if (isWanted === (node.fields[setting] === true)) return { answer: null }
    const changed = { ...node, fields: { ...node.fields, [setting]: isWanted }, modified: visit.now }
    return { answer: null, change: { updates: [updateOf(environment, [changed])] } }
  },
}

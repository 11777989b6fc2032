import { urlOf } from '@plenum/core'
import type { DeskConflictPayload } from '@plenum/core/answers'
import { type Form, type FormOutcome, run } from './formAction.js'
import { only } from './readForm.js'

export async function release(form: Form): Promise<void> {
  const [name = '', comment = ''] = ['name', 'comment'].map(field => only(form.fields, field))
  await run(form, 'releaseSchedule', () => ({ name, comment }))
}

/**
 * Moves a slot on the programme desk and redirects to the desk, which offers to undo the move. If another user has
 * changed the slot in the meantime, returns a page with both versions (docs/schedule.md, Programme desk).
 */
export async function moveSlot(form: Form): Promise<FormOutcome> {
  const value = (name: string) => only(form.fields, name)
  const input = {
    ...{ undo: value('undo'), revision: value('revision') ?? '', isUnscheduled: value('unscheduled') !== undefined },
    ...{ day: value('day') ?? '', time: value('time') ?? '', minutes: value('minutes') ?? '', room: value('room') },
  }
  const moved = await run(form, 'moveSlot', () => input)
  const { shown = '', part = '', search = '' } = originOf(form)
  if (moved.conflict)
    return { subject: { view: 'deskConflict', answer: fromOrigin(form, moved.conflict) }, status: 412 }
  const query = queryOf({
    day: moved.day || shown,
    part: moved.day === '' ? part : '',
    search,
    undo: moved.undo ?? '',
  })
  return { redirect: `${urlOf(form.context.base, moved.event)}/@@desk?${query}` }
}

/** Returns the day, the part of the day and the search that the programme desk showed, if the form contains them. */
const originOf = ({ fields }: Form): Readonly<Record<string, string>> =>
  Object.fromEntries(['shown', 'part', 'search'].map(name => [name, only(fields, name) ?? '']))

/** Returns a conflict whose link and form lead back to the day and the part from which the user moved the slot. */
function fromOrigin(form: Form, conflict: DeskConflictPayload): DeskConflictPayload {
  const origin = originOf(form)
  const { shown: day = '', part = '', search = '' } = origin
  const [desk = ''] = conflict.desk.split('?', 1)
  return {
    ...conflict,
    desk: day === '' ? conflict.desk : `${desk}?${queryOf({ day, part, search })}`,
    fields: { ...conflict.fields, ...origin },
  }
}

const queryOf = (values: Readonly<Record<string, string>>): URLSearchParams =>
  new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))

import { urlOf } from '@plenum/core'
import { type Form, type FormOutcome, run } from './formAction.js'
import { only } from './readForm.js'

export async function release(form: Form): Promise<void> {
  const [name = '', comment = ''] = ['name', 'comment'].map(field => only(form.fields, field))
  await run(form, 'releaseSchedule', () => ({ name, comment }))
}

/**
 * Moves a slot on the programme desk and redirects to the desk, which offers to undo the move. If another user has
 * changed the session in the meantime, returns a page with both versions (docs/schedule.md, Programme desk).
 */
export async function moveSlot(form: Form): Promise<FormOutcome> {
  const value = (name: string) => only(form.fields, name)
  const input = {
    ...{ undo: value('undo'), revision: value('revision') ?? '', isUnscheduled: value('unscheduled') !== undefined },
    ...{ day: value('day') ?? '', time: value('time') ?? '', minutes: value('minutes') ?? '', room: value('room') },
  }
  const moved = await run(form, 'moveSlot', () => input)
  if (moved.conflict) return { subject: { view: 'deskConflict', answer: moved.conflict }, status: 412 }
  const search = value('search') ?? ''
  const part = value('part') ?? ''
  const query = new URLSearchParams({
    day: moved.day || (value('shown') ?? ''),
    ...(moved.day !== '' || part === '' ? {} : { part }),
    ...(search === '' ? {} : { search }),
    ...(moved.undo === null ? {} : { undo: moved.undo }),
  })
  return { redirect: `${urlOf(form.context.base, moved.event)}/@@desk?${query}` }
}

import { fridayAfternoon } from './fridayAfternoon.js'
import { fridayMorning } from './fridayMorning.js'
import type { ProgrammePart } from './plannedSlot.js'
import { saturday } from './saturday.js'
import { thursday } from './thursday.js'

/** The programme in the order in which it is made. */
export const programme: readonly ProgrammePart[] = [thursday, fridayMorning, fridayAfternoon, saturday]

import type { ContentNode } from '../../../content/node/node.js'
import type { ContentReader } from '../../../content/store/contentReader.js'
import type { Task } from '../../../foundation/scheduler.js'
import type { Arrival, ArrivedObject } from './incomingNode.js'
import type { IncomingObject, IncomingSite } from './incomingSite.js'
import type { PlannedObject, Surroundings } from './plannedObject.js'

export interface WriteInput {
  readonly arrival: Arrival
  readonly source: IncomingSite
  readonly order: readonly PlannedObject[]
  readonly surroundings: Surroundings
  readonly reader: ContentReader
  readonly task: Task
  /** Additional values of the site root. */
  readonly rootFields: ContentNode['fields']
  readonly onObject: (written: WrittenObject) => void
}

export interface WrittenObject {
  readonly object: IncomingObject
  readonly arrived: ArrivedObject
  readonly outcome: 'made' | 'changed' | 'equal'
  /** The object before the import. */
  readonly stored: ContentNode | null
}

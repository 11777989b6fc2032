import type { Connection } from '../shared/connection.js'

export type Rows = Pick<Connection, 'rows' | 'row' | 'run'>

/** The exports of `@plenum/sql-store/libsql`, which opens database files with the driver `libsql`. */

export { checkpointInThread, openLibsql, readLibsql } from './sqlite/libsql/openLibsql.js'
export { problemOfFile } from './sqlite/libsql/problemOfFile.js'

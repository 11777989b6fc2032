/** `@plenum/sql-store/libsql`: database files with the driver `libsql`. */

export { checkpointInThread, openLibsql, readLibsql } from './sqlite/libsql/openLibsql.js'
export { problemOfFile } from './sqlite/libsql/problemOfFile.js'

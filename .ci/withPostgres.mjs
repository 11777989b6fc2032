// Starts a PostgreSQL server, runs a command with the DATABASE_URL of an empty database, and exits with the command's status.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '@plenum/testkit'

const [program, ...args] = process.argv.slice(2)
const server = await startPostgres()
const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, DATABASE_URL: server.url } })
const [code] = await once(child, 'exit')
await server.close()
process.exitCode = code ?? 1

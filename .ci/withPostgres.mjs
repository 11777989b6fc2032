// Runs a command with DATABASE_URL of an empty database on a PostgreSQL server of its own, and ends as the command does.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startPostgres } from '@plenum/testkit'

const [program, ...args] = process.argv.slice(2)
const server = await startPostgres()
const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, DATABASE_URL: server.url } })
const [code] = await once(child, 'exit')
await server.close()
process.exitCode = code ?? 1

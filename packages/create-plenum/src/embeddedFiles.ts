import type { Files } from './createFolder.js'
import { registrySources, type Sources } from './packageSources.js'

const packages = ['@plenum/core', '@plenum/express-adapter', '@plenum/platform', '@plenum/sql-store']

/** Returns the files of a folder for an Express application that contains Plenum. */
export function embeddedFiles(name: string, tarballs: Sources | null): Files {
  const manifest = {
    name,
    private: true,
    type: 'module',
    engines: { node: '>=22' },
    scripts: { start: 'node server.js' },
    dependencies: { ...(tarballs ?? registrySources(packages)), express: '5.3.0', libsql: '0.5.29' },
  }
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.gitignore': 'node_modules/\n*.sqlite*\n',
    'server.js': server,
  }
}

const server = `import { randomBytes } from 'node:crypto'
import { createSite } from '@plenum/core'
import { createRouter, createServer } from '@plenum/express-adapter'
import { createNodePlatform, eraseDeletedFiles } from '@plenum/platform'
import { sqliteStore } from '@plenum/sql-store'
import express from 'express'
import Database from 'libsql'

const store = sqliteStore({ open: () => new Database('site.sqlite') })
const site = createSite(createNodePlatform(store))

// Returns false if the site already exists.
if (await site.initialize({ title: 'My site', creator: 'admin' })) {
  const password = randomBytes(15).toString('base64url')
  await site.createUser({ username: 'admin', email: 'admin@example.org', password, roles: ['Manager'] })
  console.log(\`The administrator is admin with the password \${password} (shown only once).\`)
}

const app = express()
app.use('/cms', createRouter(site))
app.get('/', (_, res) => void res.send('<p>The content is at <a href="/cms">/cms</a>.</p>'))
const server = createServer(app).listen(Number(process.env.PORT ?? 8080), '127.0.0.1')
server.once('listening', () => console.log(\`http://127.0.0.1:\${server.address().port}/cms\`))

const ending = new AbortController()
const erasing = eraseDeletedFiles(site, { signal: ending.signal })
process.once('SIGTERM', stop).once('SIGINT', stop)

async function stop() {
  await new Promise(resolve => server.close(resolve))
  ending.abort()
  await erasing
  await store.close()
}
`

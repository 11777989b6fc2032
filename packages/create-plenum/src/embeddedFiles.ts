import type { Files } from './createFolder.js'
import { registrySources, type Sources } from './packageSources.js'

const packages = ['@plenum/express-adapter', '@plenum/site']

export function embeddedFiles(name: string, tarballs: Sources | null): Files {
  const manifest = {
    name,
    private: true,
    type: 'module',
    engines: { node: '>=22' },
    scripts: { start: 'node server.js' },
    dependencies: { ...(tarballs ?? registrySources(packages)), express: '5.3.0' },
  }
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.gitignore': 'node_modules/\n*.sqlite*\n',
    'server.js': server,
  }
}

const server = `import { randomBytes } from 'node:crypto'
import { createRouter, createServer } from '@plenum/express-adapter'
import { openSite } from '@plenum/site'
import express from 'express'

const site = await openSite({ database: 'site.sqlite', title: 'My site' })
if (!(await site.member('admin'))) {
  const password = randomBytes(15).toString('base64url')
  await site.createUser({ username: 'admin', email: 'admin@example.org', password, roles: ['Manager'] })
  console.log(\`The administrator is admin with the password \${password} (shown only once).\`)
}

const app = express()
app.use('/cms', createRouter(site))
app.get('/', (_, res) => void res.send('<p>The content is at <a href="/cms">/cms</a>.</p>'))

const server = createServer(app).listen(Number(process.env.PORT ?? 8080), '127.0.0.1')
server.once('listening', () => console.log(\`http://127.0.0.1:\${server.address().port}/cms\`))
process.once('SIGTERM', stop).once('SIGINT', stop)

async function stop() {
  await new Promise(resolve => server.close(resolve))
  await site.close()
}
`

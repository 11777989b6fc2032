// Tests the service with the unmodified Volto front end in a browser, on the demonstration and on a site with one page.
// Uses a test kit in `../shared/volto`, next to the checkout. Without the kit, this program does nothing. Volto is
// installed and built once, in node_modules/.cache/volto, which takes some minutes. Screenshots of all steps are saved
// in var/volto. `npm run volto -- 19` uses Volto 19.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { findChromium, openBrowser } from '../pages/browser.mjs'
import { checkEditing } from './editing.mjs'
import { findPorts, startService } from './service.mjs'
import { unpublishedParts } from './unpublishedParts.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const kit = path.resolve(root, '../shared/volto')
const folder = path.join(root, 'node_modules/.cache/volto')
const say = text => process.stdout.write(`${text}\n`)
const login = { user: 'admin', password: 'Secret-password-1' }

if (!existsSync(kit)) {
  say(`Volto was skipped: its kit is not at ${path.relative(root, kit)}.`)
  process.exit(0)
}

if (process.argv[2] === '19') {
  const parts = await unpublishedParts('19.3.0')
  say(
    parts.length > 0
      ? `Volto 19.3.0 was skipped: npm does not have ${parts.join(', ')}.`
      : 'Volto 19.3.0 was skipped: the kit builds Volto 18.',
  )
  process.exit(0)
}

const run = (program, ...args) => execFileSync(program, args, { stdio: 'inherit', cwd: root })
const setUp = (...args) => run('bash', path.join(kit, 'setup.sh'), folder, ...args)

/**
 * Returns the requests for which the service responds with 404 although the reference contains a different status.
 * Ignores control panels and content rules, because the service does not provide all of them.
 */
function missing(pictures) {
  const requestsIn = file => readFileSync(file, 'utf8').trim().split('\n')
  const reference = requestsIn(path.join(kit, 'requests.txt')).map(line => line.split(' '))
  const wanted = new Set(
    reference.filter(([, status]) => status !== '404').map(([method, , what]) => `${method} ${what}`),
  )
  const isOurs = what => !/@controlpanels\/|plone\.contentrules\.events/.test(what)
  return requestsIn(path.join(pictures, 'requests.txt')).filter(line => {
    const [method, status, what = ''] = line.split(' ')
    return status === '404' && wanted.has(`${method} ${what}`) && isOurs(what) && !what.startsWith('{path}')
  })
}

async function check(name, options) {
  const [port, voltoPort] = await findPorts()
  const volto = `http://127.0.0.1:${voltoPort}`
  const service = await startService(root, { port, login, publicUrl: volto, ...options })
  const pictures = path.join(root, 'var/volto', name)
  try {
    setUp(service.url, String(voltoPort))
    const log = ['--log', path.join(folder, 'requests.jsonl'), '--against', path.join(kit, 'requests.txt')]
    const who = ['--user', login.user, '--password', login.password]
    run('node', path.join(folder, 'check.mjs'), volto, pictures, ...who, ...log)
    if (options.isEmpty) await edit({ volto, url: service.url, login, folder: pictures, say })
  } finally {
    setUp('stop')
    await service.stop()
  }
  const lines = missing(pictures)
  if (lines.length > 0) throw new Error(`Volto asks for what is not there:\n${lines.join('\n')}`)
  say(`Volto on ${name}: all steps passed. The pictures are in ${path.relative(root, pictures)}.`)
}

async function edit(options) {
  const browser = await openBrowser(findChromium())
  const failures = await checkEditing(browser, options).finally(() => browser.close())
  if (failures.length > 0) throw new Error(failures.join('\n'))
}

await check('demonstration', { isEmpty: false })
await check('one-page', { isEmpty: true })

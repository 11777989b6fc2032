// `npm run test:pages` tests every kind of page of the demonstration in a real browser, and saves screenshots of all
// pages in var/pages.
import path from 'node:path'
import { startSmtpSink } from '@plenum/testkit'
import { findPorts, startService } from '../volto/service.mjs'
import { findChromium, openBrowser } from './browser.mjs'
import { runFirstDay } from './firstDay.mjs'
import { runFlows } from './flows.mjs'
import { inspectPages, sizeOfAssets } from './inspectPages.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const login = { user: 'admin', password: 'Secret-password-1' }
const folder = path.join(root, 'var/pages')
const mostBytes = 60_000
const say = text => process.stdout.write(`${text}\n`)

const chromium = findChromium()
if (chromium === null) {
  say(
    'The pages were not tried in a browser: there is no Chromium. Debian has the package chromium; CHROMIUM names another.',
  )
  process.exit(process.env.CI ? 1 : 0)
}

/** Calls `runFirstDay` for an empty site with a mail server. Returns the failures as sentences. */
async function buildConference(javaScriptEnabled) {
  const [emptyPort] = await findPorts()
  const mailbox = await startSmtpSink()
  const settings = {
    EMPTY_SITE: '1',
    PUBLIC_URL: `http://127.0.0.1:${emptyPort}`,
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'site@example.org',
  }
  const empty = await startService(root, { port: emptyPort, login, isEmpty: false, settings })
  try {
    return await runFirstDay(browser, { url: empty.url, login, mailbox, javaScriptEnabled, folder, say })
  } finally {
    await empty.stop()
    await mailbox.close()
  }
}

const [port] = await findPorts()
const service = await startService(root, { port, login, isEmpty: false })
const browser = await openBrowser(chromium)
try {
  const { url } = service
  const bytes = await sizeOfAssets(url)
  say(`style and script: ${bytes} bytes`)
  const failures = bytes > mostBytes ? [`style and script have ${bytes} bytes; ${mostBytes} are possible`] : []
  // The demonstration site and the empty sites run in separate services, so their tests can run in parallel.
  const results = await Promise.all([
    runFlows(browser, { url, login, say }).then(async problems => [
      ...problems,
      ...(await inspectPages(browser, { url, login, folder })),
    ]),
    buildConference(true).then(async problems => [...problems, ...(await buildConference(false))]),
  ])
  failures.push(...results.flat())
  say(
    failures.length > 0
      ? failures.join('\n')
      : `All pages are well. Their pictures are in ${path.relative(root, folder)}.`,
  )
  process.exitCode = failures.length > 0 ? 1 : 0
} finally {
  await browser.close()
  await service.stop()
}

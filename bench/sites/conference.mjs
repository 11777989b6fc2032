import { fillSite, manager, runAs } from '../site.mjs'

/**
 * Fills a site with a schedule of `sessions` sessions, a page `/page` that contains 25 pages, a page `/history` with 20
 * history entries, a poll `/poll` with five options, and twelve sponsors on three levels.
 */
export async function fillConference(site, sessions, shape = {}) {
  await fillSite(site, sessions, shape)
  const run = runAs(site, manager)
  const add = async (container, type, fields) => (await run('addContent', container, { '@type': type, ...fields })).path
  const move = (path, transition) => run('transitionContent', path, { transition, body: {} })
  await addHistory(add, move, run)
  await addPoll(add, move)
  await addSponsors(add, move)
}

/**
 * Adds a page with a history. Half of the entries are transitions, and the other half are versions. The first two
 * entries result from creating the page.
 */
async function addHistory(add, move, run) {
  const path = await add('/', 'Document', { id: 'history', title: 'History' })
  for (let i = 1; i < 10; i++) {
    await move(path, i % 2 ? 'submit' : 'retract')
    await run('editContent', path, { body: { title: `Title ${i}` }, representation: false })
  }
}

async function addPoll(add, move) {
  const options = Array.from({ length: 5 }, (_, i) => ({ description: `Option number ${i}` }))
  await move(await add('/', 'collective.polls.poll', { id: 'poll', title: 'Poll', options }), 'open')
}

async function addSponsors(add, move) {
  const folder = await add('/', 'SponsorsDB', { id: 'sponsors', title: 'Sponsors' })
  await move(folder, 'publish')
  for (const id of ['gold', 'silver', 'bronze']) {
    const level = await add(folder, 'SponsorLevel', { id, title: id })
    await move(level, 'publish')
    for (let i = 0; i < 4; i++) {
      const fields = { id: `${id}-${i}`, title: `Sponsor ${id} ${i}`, description: 'A sponsor in one line.' }
      await move(await add(level, 'Sponsor', fields), 'publish')
    }
  }
}

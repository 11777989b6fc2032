import { manager, openSite, runAs } from './site.mjs'

export const member = { username: 'mia', password: 'Secret-password-1' }

/**
 * Opens a site with three open polls with five options each. `/few` has 10 voters and `/many` has 1,000,000 voters,
 * both including `mia`, and `/none` has no voters.
 */
export async function openPollSite() {
  const { site, store, close } = await openSite(1)
  const run = runAs(site, manager)
  await site.createUser({ ...member, email: 'mia@example.org', roles: ['Member'] })
  for (const [id, count] of [
    ['few', 10],
    ['many', 1_000_000],
    ['none', 0],
  ]) {
    const options = Array.from({ length: 5 }, (_, i) => ({ description: `Option number ${i}` }))
    await run('addContent', '/', { '@type': 'collective.polls.poll', id, title: `Poll with ${id}`, options })
    await run('transitionContent', `/${id}`, { transition: 'open', body: {} })
    if (count > 0) await replaceVotes(store.content, `/${id}`, count)
  }
  return { site, close }
}

async function replaceVotes(content, path, count) {
  const { lineage } = await content.read(reader => reader.open(path))
  const counts = new Map(Array.from({ length: 5 }, (_, option) => [option, count / 5]))
  const visitors = Array.from({ length: count - 1 }, (_, i) => ({ kind: 'visitor', token: `token-of-a-visitor-${i}` }))
  const ballots = { counts, voters: [{ kind: 'member', id: member.username }, ...visitors] }
  await content.commit({ replaceBallots: [{ poll: lineage.at(-1).uid, ballots }] })
}

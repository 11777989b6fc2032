import { addPublished, createTestSite } from '@plenum/testkit'
import { checkScheduleFiles } from './checkScheduleFiles.js'

describe('the check of values for schedule files (docs/schedule.md, Files for schedule apps, rule 6)', () => {
  it('lists the values that files omit or shorten', async () => {
    const site = await createTestSite()
    expect(await checkScheduleFiles(site.site)).toEqual([])
    await site.run('editContent', '/', { as: 'max', input: { body: { timezone: 'Etc/GMT+5' }, representation: false } })
    await addPublished(site, '/', { '@type': 'Schedule', id: 's', title: 'S' })
    const times = { start: '2027-05-01T00:00:00Z', end: '2027-05-05T04:00:00Z' }
    const video = { session_video: 'https://ex`ample.org/a' }
    await addPublished(site, '/s', { '@type': 'Talk', id: 'talk', title: 'Talk', ...times, ...video })
    await addPublished(site, '/s/talk', { '@type': 'Link', id: 'mail', title: 'Mail', remoteUrl: 'mailto:a@b.example' })
    const [problem] = await checkScheduleFiles(site.site)
    expect(problem?.isFault).toBe(false)
    expect(problem?.description.split('\n    ').slice(1)).toEqual([
      '/ (time zone: Etc/GMT+5)',
      '/s/talk (duration: 100:00)',
      '/s/talk (address: https://ex`ample.org/a)',
      '/s/talk (address: mailto:a@b.example)',
    ])
  })
})

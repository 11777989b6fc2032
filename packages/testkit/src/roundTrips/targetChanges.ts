import type { JsonObject } from '@plenum/core'
import { picture } from './fullValues.js'
import { pathsOfTargets, type Send } from './roundTripSite.js'

export const targetChanges: Readonly<Record<string, (send: Send) => Promise<void>>> = {
  'were renamed': async send => {
    for (const path of pathsOfTargets) await send('PATCH', path, { id: `renamed-${path.split('/').at(-1)}` })
    await send('PATCH', '/targets', { id: 'renamed-targets' })
  },
  'were moved': async send => {
    await send('POST', '/elsewhere/@move', { source: pathsOfTargets.filter(path => path.startsWith('/targets/')) })
  },
  'were replaced': async send => {
    for (const path of ['/targets/news', '/targets/picture'])
      await send('PATCH', path, { title: 'Another', description: 'Another', image: picture(700) })
    await send('PATCH', '/targets/file', { file: picture(30) })
    await send('PATCH', '/targets/link', { remoteUrl: '/elsewhere' })
    await send('PATCH', '/targets/page', { title: 'Another', description: 'Another' })
  },
  'were hidden': async send => {
    for (const path of ['/targets', '/event/presenter'])
      await send('POST', `${path}/@sharing`, { entries: [], inherit: false })
    for (const path of ['/targets', ...pathsOfTargets.slice(0, 2)]) await send('POST', `${path}/@workflow/reject`, {})
  },
  'were deleted': async send => {
    for (const path of pathsOfTargets) await send('DELETE', path)
  },
  'were removed from their vocabularies': async send => {
    await send('DELETE', '/event/venue')
    await send('PATCH', '/event/sponsors', { benefits: [] })
    const { body } = await send('GET', '/event')
    const lists = Object.entries(body).filter(([name, value]) => name.startsWith('session_') && Array.isArray(value))
    await send('PATCH', '/event', Object.fromEntries(lists.map(([name]) => [name, []])) as JsonObject)
  },
}

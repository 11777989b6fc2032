import type { PageOf } from '@plenum/core'
import type { ComponentType } from 'preact'
import { PollView } from '../poll/pollView.js'
import { EventView } from './eventView.js'
import { FileView, ImageView, LinkView } from './fileViews.js'
import { NewsView } from './newsView.js'
import { PageView } from './pageView.js'
import { PresenterView } from './presenterView.js'
import { SessionView } from './sessionView.js'
import { SponsorView } from './sponsorView.js'

const views = new Map<string, ComponentType<{ page: PageOf<'object'> }>>([
  ['Presenter', PresenterView],
  ['Event', EventView],
  ['News Item', NewsView],
  ['Link', LinkView],
  ['File', FileView],
  ['Image', ImageView],
  ['Sponsor', SponsorView],
  ['collective.polls.poll', PollView],
  ...['Talk', 'Keynote', 'Training', 'LightningTalks', 'OpenSpace', 'Slot', 'Break', 'Meeting'].map(
    type => [type, SessionView] as const,
  ),
])

/** The page of an object. Types without their own view get `PageView`. */
export function ObjectView({ page }: { page: PageOf<'object'> }) {
  const ViewComponent = views.get(page.answer['@type']) ?? PageView
  return <ViewComponent page={page} />
}

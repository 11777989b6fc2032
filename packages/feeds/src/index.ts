import { programmeCalendar } from './calendar.js'
import { frabSchedule } from './frab.js'
import { frabXml } from './frabXml.js'
import { newsFeed } from './newsFeed.js'
import { siteMap, siteMapIndex } from './siteMap.js'

/** All formats, for `feedRoutes` of `@plenum/express-adapter`. */
export const feeds = {
  calendar: programmeCalendar,
  scheduleJson: frabSchedule,
  scheduleXml: frabXml,
  news: newsFeed,
  siteMap,
  siteMapIndex,
} as const

export type { FrabSchedule } from './frab.js'

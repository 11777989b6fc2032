import type { SitePermissions } from '../security/permissions.js'

const prefix = 'collective.techevent: Add '

/** The permissions for adding objects of the event types (docs/schedule.md, Allowed types). */
export const addPermission = {
  techEvent: `${prefix}Tech Event`,
  venue: `${prefix}Venue`,
  room: `${prefix}Room`,
  sponsorsDatabase: `${prefix}SponsorsDB`,
  sponsorLevel: `${prefix}SponsorLevel`,
  sponsor: `${prefix}Sponsor`,
  presenter: `${prefix}Presenter`,
  schedule: `${prefix}Schedule`,
  slot: `${prefix}Slot`,
  training: `${prefix}Training`,
  talk: `${prefix}Talk`,
  keynote: `${prefix}Keynote`,
} as const

const contributors = ['Manager', 'Site Administrator', 'Owner', 'Contributor']

/**
 * The permissions that only a Schedule grants. No role has these permissions site-wide, so slots can be added only in a
 * Schedule.
 */
const ofSchedules: readonly string[] = [
  addPermission.slot,
  addPermission.training,
  addPermission.talk,
  addPermission.keynote,
]

export const eventPermissions: SitePermissions = Object.fromEntries(
  Object.values(addPermission).map(name => [name, ofSchedules.includes(name) ? [] : contributors]),
)

export const grantsOfSchedule = Object.fromEntries(ofSchedules.map(name => [name, contributors]))

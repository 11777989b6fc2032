import type { JsonObject } from '@plenum/core'

/** The dates of the conference in its own zone: a day of trainings, and two days of talks. */
export const days = { thursday: '2027-06-17', friday: '2027-06-18', saturday: '2027-06-19' } as const

export type Day = keyof typeof days

/** Time on the clocks of the venue, as `HH:MM`. */
export type ClockTime = `${number}:${number}`

const timezone = 'Europe/Lisbon'

// What the zone has throughout June, so that the programme can be written down in local time.
const offset = '+01:00'

/** A time at the venue in ISO 8601, with its offset. */
export function timeOn(day: Day, time: ClockTime): string {
  return `${days[day]}T${time}:00${offset}`
}

export const tracks = [
  { id: 'light', title: 'Light and lens', color: '#b7791f' },
  { id: 'machine', title: 'Machines and software', color: '#2b6cb0' },
  { id: 'people', title: 'People and places', color: '#2f855a' },
] as const

export const levels = [
  { id: 'first-watch', title: 'First watch', color: '#38a169' },
  { id: 'second-watch', title: 'Second watch', color: '#d69e2e' },
  { id: 'old-salt', title: 'Old salt', color: '#c53030' },
] as const

export const audience = [
  { id: 'keepers', title: 'Keepers', color: '#744210' },
  { id: 'developers', title: 'Developers', color: '#2a4365' },
  { id: 'friends', title: 'Friends of lighthouses', color: '#702459' },
] as const

export const durations = {
  keynote: [{ id: 'keynote-60', title: 'One hour', duration: 60, color: '#4a5568' }],
  talk: [
    { id: 'talk-30', title: 'Half an hour', duration: 30, color: '#a0aec0' },
    { id: 'talk-40', title: 'Forty minutes', duration: 40, color: '#718096' },
    { id: 'talk-45', title: 'Three quarters of an hour', duration: 45, color: '#4a5568' },
  ],
  training: [
    { id: 'training-240', title: 'Half a day', duration: 240, color: '#718096' },
    { id: 'training-480', title: 'A whole day', duration: 480, color: '#4a5568' },
  ],
} as const

export type TrackId = (typeof tracks)[number]['id']
export type LevelId = (typeof levels)[number]['id']
export type AudienceId = (typeof audience)[number]['id']
export type DurationId = (typeof durations)[keyof typeof durations][number]['id']

/** What the site root says of the event. */
export const eventSettings = {
  start: timeOn('thursday', '08:15'),
  end: timeOn('saturday', '16:00'),
  timezone,
  tracks,
  levels,
  audience,
  durations_keynote: durations.keynote,
  durations_talk: durations.talk,
  durations_training: durations.training,
} satisfies JsonObject

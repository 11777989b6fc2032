import { type Message, message } from '@plenum/core'

export interface Fault {
  /**
   * The location of the problem in the file, for example `schedule.conference.days[0].rooms["Curie"][3].duration`. An
   * empty string represents the entire file.
   */
  readonly place: string | Message
  readonly problem: Message
}

/** The value of `place` for problems with a time zone that the `--timezone` option specifies. */
export const timezoneOption = '--timezone'

export const faultMessage = ({ place, problem }: Fault): Message =>
  message('programme.at', { place: place === '' ? message('programme.file') : place, problem })

export const quote = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text)

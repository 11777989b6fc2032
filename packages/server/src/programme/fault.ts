export interface Fault {
  /**
   * The location of the problem in the file, for example `schedule.conference.days[0].rooms["Curie"][3].duration`.
   */
  readonly place: string
  readonly message: string
}

export const quote = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 39)}…` : text)

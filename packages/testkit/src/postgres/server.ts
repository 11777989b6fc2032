/** A real server in separate processes. */
export interface PostgresServer {
  readonly port: number
  /** The folder with its files; `data` in it has its databases. */
  readonly folder: string
  /** The folder of its programs. */
  readonly programs: string
  /** The URL of its first database, for its administrator. */
  readonly url: string
  /** Kills it immediately, like a machine failure. */
  kill(): Promise<void>
  /** Pauses its first process until `resume`: open connections are still served, new ones get no answer. */
  pause(): void
  resume(): void
  /** Closes all connections, and starts it again on the same port with the committed data. */
  restart(): Promise<void>
  /** Stops it and removes its files. */
  close(): Promise<void>
}

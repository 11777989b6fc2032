/** A real PostgreSQL server in separate processes. */
export interface PostgresServer {
  readonly port: number
  /** The folder with the files of the server; its subfolder `data` contains the databases. */
  readonly folder: string
  /** The folder of the server's programs. */
  readonly programs: string
  /** The URL of the server's first database, for its administrator. */
  readonly url: string
  /** Kills the server immediately, as a machine failure would. */
  kill(): Promise<void>
  /**
   * Pauses the server's first process until `resume` is called: open connections are still served, but new connections
   * receive no response.
   */
  pause(): void
  resume(): void
  /** Closes all connections, and starts the server again on the same port with the committed data. */
  restart(): Promise<void>
  /** Stops the server and removes its files. */
  close(): Promise<void>
}

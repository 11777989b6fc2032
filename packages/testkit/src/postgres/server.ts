/** A real PostgreSQL server in separate processes. */
export interface PostgresServer {
  readonly port: number
  /** The folder that contains the server's files. Its subfolder `data` contains the databases. */
  readonly folder: string
  readonly programs: string
  /** The URL of the server's first database, with the credentials of its administrator. */
  readonly url: string
  /** Kills the server immediately, as a machine failure would. */
  kill(): Promise<void>
  /**
   * Pauses the main process of the server until `resume` is called. Open connections continue to work, but new
   * connections get no response.
   */
  pause(): void
  resume(): void
  /** Closes all connections and restarts the server on the same port with the committed data. */
  restart(): Promise<void>
  /** Stops the server and deletes its files. */
  close(): Promise<void>
}

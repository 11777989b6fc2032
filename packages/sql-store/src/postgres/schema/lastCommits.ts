/**
 * SQL that creates the table with the number of the last committed change of each writer. This number determines the
 * outcome of a COMMIT whose response was lost. The transaction id is not sufficient, because a server that was killed
 * assigns the same id again after a restart if no part of the first transaction has reached the disk.
 */
export const lastCommitTable = `
  CREATE TABLE last_commit (
    writer uuid PRIMARY KEY,
    number bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  ) WITH (fillfactor = 50);
`

export interface NumberedChange {
  readonly writer: string
  readonly number: number
}

/**
 * Returns the statements that end a transaction. The first commit of a writer also deletes the rows of writers that
 * have been inactive for a day.
 */
export function commitOf({ writer, number }: NumberedChange): string {
  const clean = number === 1 ? "DELETE FROM last_commit WHERE at < now() - interval '1 day';" : ''
  return `${clean}
    INSERT INTO last_commit (writer, number) VALUES ('${writer}', ${number})
      ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = excluded.at;
    COMMIT`
}

/** SQL for the number of the last committed change of the writer `$1`. */
export const lastNumber = 'SELECT number FROM last_commit WHERE writer = $1'

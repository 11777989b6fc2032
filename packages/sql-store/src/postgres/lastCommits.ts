/**
 * Which change each writer of a process has committed last, by its number. It tells how a COMMIT ended whose answer was
 * lost: the number that PostgreSQL gave the transaction does not, as a server that was killed gives it once more to another
 * one, when nothing of the first had reached the disk.
 */
export const lastCommitTable = `
  CREATE TABLE last_commit (
    writer uuid PRIMARY KEY,
    number bigint NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
  ) WITH (fillfactor = 50);
`

/** A change of a writer. */
export interface NumberedChange {
  /** A UUID. */
  readonly writer: string
  /** Counted from 1. */
  readonly number: number
}

/** What a transaction ends with. The first one of a writer forgets those of which nothing was heard for a day. */
export function commitOf({ writer, number }: NumberedChange): string {
  const clean = number === 1 ? "DELETE FROM last_commit WHERE at < now() - interval '1 day';" : ''
  return `${clean}
    INSERT INTO last_commit (writer, number) VALUES ('${writer}', ${number})
      ON CONFLICT (writer) DO UPDATE SET number = excluded.number, at = excluded.at;
    COMMIT`
}

/** Asks for the number of the last change of a writer, `$1`. */
export const lastNumber = 'SELECT number FROM last_commit WHERE writer = $1'

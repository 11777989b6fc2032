interface ColumnTypes {
  readonly text: string
  readonly integer: string
  readonly options: string
}

export const mailTable = ({ text, integer, options }: ColumnTypes): string => `
  -- number is the order of creation, and due is the time of the next attempt.
  CREATE TABLE mail (
    id ${text} PRIMARY KEY,
    number ${integer} NOT NULL UNIQUE,
    state ${text} NOT NULL CHECK (state IN ('waiting', 'sent', 'skipped', 'failed')),
    due ${integer} NOT NULL,
    doc ${text} NOT NULL
  ) ${options};
  CREATE INDEX mail_by_state ON mail (state, due, number);
`

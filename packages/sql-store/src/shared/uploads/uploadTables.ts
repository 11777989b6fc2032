interface ColumnTypes {
  readonly text: string
  readonly integer: string
  readonly bytes: string
  /** The options at the end of each CREATE TABLE statement. */
  readonly options: string
}

export const uploadTables = ({ text, integer, bytes, options }: ColumnTypes): string => `
  -- doc is NULL until all chunks are stored.
  CREATE TABLE pending_upload (
    id ${text} PRIMARY KEY,
    owner ${text} NOT NULL,
    size ${integer} NOT NULL,
    expires ${integer} NOT NULL,
    doc ${text}
  ) ${options};
  CREATE INDEX pending_upload_by_owner ON pending_upload (owner, expires);
  CREATE INDEX pending_upload_by_expiry ON pending_upload (expires);
  CREATE TABLE pending_upload_piece (
    id ${text} NOT NULL REFERENCES pending_upload (id) ON DELETE CASCADE,
    number ${integer} NOT NULL,
    bytes ${bytes} NOT NULL,
    PRIMARY KEY (id, number)
  ) ${options};
`

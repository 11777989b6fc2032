interface ColumnTypes {
  readonly text: string
  readonly integer: string
  readonly options: string
}

export const webhookTables = ({ text, integer, options }: ColumnTypes): string => `
  CREATE TABLE webhook (
    id ${text} PRIMARY KEY,
    number ${integer} NOT NULL UNIQUE,
    doc ${text} NOT NULL
  ) ${options};
  -- number is the order of creation within a webhook, due is the time of the next attempt, and since is the start of
  -- the retry period.
  CREATE TABLE webhook_delivery (
    id ${text} PRIMARY KEY,
    webhook ${text} NOT NULL REFERENCES webhook (id) ON DELETE CASCADE,
    number ${integer} NOT NULL,
    state ${text} NOT NULL CHECK (state IN ('waiting', 'delivered', 'parked')),
    due ${integer} NOT NULL,
    since ${integer} NOT NULL,
    doc ${text} NOT NULL,
    UNIQUE (webhook, number)
  ) ${options};
  CREATE INDEX webhook_delivery_by_state ON webhook_delivery (webhook, state, number);
  CREATE TABLE lease (
    name ${text} PRIMARY KEY,
    holder ${text} NOT NULL,
    ends ${integer} NOT NULL
  ) ${options};
`

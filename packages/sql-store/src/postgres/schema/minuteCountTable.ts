/** Failed logins and votes of a minute. Not in the write-ahead log: losing them in a crash does no harm. */
export const minuteCountTable = `
  CREATE UNLOGGED TABLE minute_count (
    name text COLLATE "C" NOT NULL,
    -- A digest.
    key text COLLATE "C" NOT NULL,
    times integer NOT NULL,
    -- Milliseconds since 1970, by the clock of the server.
    ends bigint NOT NULL,
    PRIMARY KEY (name, key)
  );
`

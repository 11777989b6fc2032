/**
 * The tables of votes (docs/polls.md, Votes on PostgreSQL): the counts of a poll are one row, separate from its voters.
 * Voters refer to the tally instead of the node, so that a vote locks only the tally of its poll and never waits for a
 * change that waits for votes.
 */
export const ballotTables = `
  CREATE TABLE tally (
    seq bigint PRIMARY KEY REFERENCES node (seq) ON DELETE CASCADE,
    -- The revision of the poll. Votes that were decided upon another one are not counted.
    epoch integer NOT NULL,
    counts text NOT NULL DEFAULT '[]',
    voters integer NOT NULL DEFAULT 0,
    casts integer NOT NULL DEFAULT 0,
    last_vote double precision,
    -- The number of casts when the rows of voters were last written anew.
    settled integer NOT NULL DEFAULT 0
  ) WITH (fillfactor = 50);
  CREATE TABLE voters (
    seq bigint NOT NULL REFERENCES tally (seq) ON DELETE CASCADE,
    key text COLLATE "C" NOT NULL,
    PRIMARY KEY (seq, key)
  );`

/**
 * SQL that creates the change feed. In the table `store`, `position` is the position of the newest event, and `feed`
 * identifies the feed. In the table `event`, `mark` is the stamp of the transaction that added the event.
 */
export const changeFeed = `
  ALTER TABLE store ADD COLUMN feed TEXT NOT NULL DEFAULT '';
  ALTER TABLE store ADD COLUMN position INTEGER NOT NULL DEFAULT 0;
  UPDATE store SET feed = lower(hex(randomblob(16)));
  CREATE TABLE event (
    position INTEGER PRIMARY KEY,
    time INTEGER NOT NULL,
    kind TEXT NOT NULL,
    mark TEXT NOT NULL,
    doc TEXT NOT NULL
  ) STRICT;
  CREATE INDEX event_administrative ON event (position)
    WHERE kind IN ('sharing', 'people', 'settings', 'types', 'import', 'invalidation');
  `

/**
 * SQL that creates the table of subscribers to the change feed. `owner` is the process that holds the lease on the
 * subscription.
 */
export const subscriptionTable = `
  CREATE TABLE subscription (
    name TEXT PRIMARY KEY,
    position INTEGER NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    retry_at INTEGER,
    error TEXT,
    parked_at INTEGER,
    owner TEXT,
    lease_ends INTEGER
  ) STRICT, WITHOUT ROWID;
  `

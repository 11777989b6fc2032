/**
 * SQL that creates the change feed. In the table `store`, `position` is the position of the newest event, and `feed`
 * identifies the feed. In the table `event`, `mark` is the stamp of the transaction that added the event.
 */
export const changeFeed = `
  ALTER TABLE store ADD COLUMN feed text NOT NULL DEFAULT gen_random_uuid()::text,
    ADD COLUMN position bigint NOT NULL DEFAULT 0;
  CREATE TABLE event (
    position bigint PRIMARY KEY,
    time bigint NOT NULL,
    kind text COLLATE "C" NOT NULL,
    mark text NOT NULL,
    doc text NOT NULL
  );
  CREATE INDEX event_administrative ON event (position)
    WHERE kind IN ('sharing', 'people', 'settings', 'types', 'import', 'invalidation');
  `

/**
 * SQL that creates the table of subscribers to the change feed. `owner` is the process that holds the lease on the
 * subscription.
 */
export const subscriptionTable = `
  CREATE TABLE subscription (
    name text COLLATE "C" PRIMARY KEY,
    position bigint NOT NULL,
    attempts bigint NOT NULL DEFAULT 0,
    retry_at bigint,
    error text,
    parked_at bigint,
    owner text,
    lease_ends bigint
  );
  `

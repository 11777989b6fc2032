import { mailTable } from '../../shared/mails/mailTable.js'
import { uploadTables } from '../../shared/uploads/uploadTables.js'
import { webhookTables } from '../../shared/webhooks/webhookTables.js'
import { catalogSteps } from './catalogTables.js'
import { changeFeed, subscriptionTable } from './changeFeed.js'
import { fileReferences } from './fileReferences.js'

/**
 * SQL that creates the table of ended logins. In earlier versions, a string stored all ended logins of a user. This
 * string still contains the instant before which all logins of the user have ended.
 */
export const endedLoginTable = `
  CREATE TABLE ended_login (
    user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    login TEXT NOT NULL,
    until INTEGER NOT NULL,
    PRIMARY KEY (user_id, login)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX ended_login_by_until ON ended_login (until);
  INSERT INTO ended_login (user_id, login, until)
    SELECT u.id, e.key, e.value
    FROM user u, json_each(CASE u.ended_logins WHEN '' THEN '{}' ELSE u.ended_logins END, '$.until') e;
  UPDATE user SET ended_logins = json_set(ended_logins, '$.until', json('{}')) WHERE ended_logins <> '';
  `

// A step that changes no tables, and only prevents older programs from using the database.
const versionOnly = 'SELECT 1'

/**
 * The steps from an empty database to the current schema. `user_version` is the number of applied steps. Never edit a
 * published step: append a new step instead.
 */
export const migrations: readonly string[] = [
  `
  CREATE TABLE store (counter INTEGER NOT NULL) STRICT;
  INSERT INTO store (counter) VALUES (0);

  -- Many objects are accessible to the same users and roles, so each list is stored only once.
  CREATE TABLE access (id INTEGER PRIMARY KEY, holders TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE access_holder (
    holder TEXT NOT NULL,
    access_id INTEGER NOT NULL REFERENCES access (id),
    PRIMARY KEY (holder, access_id)
  ) STRICT, WITHOUT ROWID;

  -- The values that searches use. seq is the order of creation. An index_ column contains the smallest value of an
  -- index that is often a sort key, and published_from contains the largest value of effective.
  CREATE TABLE node (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    uid TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL UNIQUE,
    parent TEXT,
    depth INTEGER NOT NULL,
    position INTEGER NOT NULL,
    type TEXT NOT NULL,
    revision INTEGER NOT NULL,
    modified INTEGER NOT NULL,
    access_id INTEGER NOT NULL REFERENCES access (id),
    published_from ANY,
    index_effective ANY,
    index_expires ANY,
    index_modified ANY,
    index_start ANY,
    index_sortable_title ANY
  ) STRICT;
  CREATE INDEX node_by_parent ON node (parent, position);

  -- Large values are in a separate table, so that searches do not read them.
  CREATE TABLE node_doc (
    seq INTEGER PRIMARY KEY REFERENCES node (seq) ON DELETE CASCADE,
    doc TEXT NOT NULL
  ) STRICT;
  CREATE TABLE node_entry (
    seq INTEGER PRIMARY KEY REFERENCES node (seq) ON DELETE CASCADE,
    words_digest TEXT NOT NULL,
    columns TEXT NOT NULL
  ) STRICT;

  -- One row per object, index and value.
  CREATE TABLE node_index (
    seq INTEGER NOT NULL REFERENCES node (seq) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value ANY NOT NULL,
    PRIMARY KEY (seq, name, value)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX node_index_by_value ON node_index (name, value);

  -- The words are split, folded, and consist of characters that the tokenizer preserves. rowid is the node's seq.
  CREATE VIRTUAL TABLE node_words USING fts5 (
    title, description, everything, content = '', contentless_delete = 1, tokenize = "ascii tokenchars '_'"
  );

  CREATE TABLE record (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    seq INTEGER NOT NULL REFERENCES node (seq) ON DELETE CASCADE,
    doc TEXT NOT NULL
  ) STRICT;
  CREATE INDEX record_by_node ON record (seq, id);

  CREATE TABLE alias (
    path TEXT PRIMARY KEY,
    seq INTEGER NOT NULL REFERENCES node (seq) ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX alias_by_node ON alias (seq);

  CREATE TABLE file (digest TEXT PRIMARY KEY, bytes BLOB NOT NULL) STRICT;

  CREATE TABLE user (
    id TEXT PRIMARY KEY,
    folded_id TEXT NOT NULL,
    folded_fullname TEXT NOT NULL,
    folded_email TEXT NOT NULL,
    doc TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- Versions of objects. Their content is in a separate table, so that long lists of versions do not read it.
  CREATE TABLE version (
    seq INTEGER NOT NULL REFERENCES node (seq) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    time INTEGER NOT NULL,
    actor TEXT NOT NULL,
    comments TEXT NOT NULL,
    records INTEGER NOT NULL,
    PRIMARY KEY (seq, number)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE version_doc (
    seq INTEGER NOT NULL,
    number INTEGER NOT NULL,
    doc TEXT NOT NULL,
    PRIMARY KEY (seq, number),
    FOREIGN KEY (seq, number) REFERENCES version (seq, number) ON DELETE CASCADE
  ) STRICT;
  `,
  `
  -- Votes: the number of votes per option and, separately, the voters. SQLite fills database pages in the order of
  -- writing. To hide the order of voters, a single row contains all counts of a poll, the number of voter rows depends
  -- on the number of voters, and rows never change their size.
  CREATE TABLE tally (
    seq INTEGER PRIMARY KEY REFERENCES node (seq) ON DELETE CASCADE,
    doc TEXT NOT NULL
  ) STRICT;
  CREATE TABLE voters (
    seq INTEGER NOT NULL REFERENCES node (seq) ON DELETE CASCADE,
    bucket INTEGER NOT NULL,
    keys TEXT NOT NULL,
    PRIMARY KEY (seq, bucket)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  -- A new random value with every commit: in diverging copies of a database, counters can be equal, but not stamps.
  ALTER TABLE store ADD COLUMN stamp TEXT NOT NULL DEFAULT '';
  UPDATE store SET stamp = lower(hex(randomblob(16)));
  `,
  `
  -- Files in chunks of 1 MiB, so that no file is read or written at once. An empty file has one chunk.
  CREATE TABLE file_piece (
    digest TEXT NOT NULL,
    number INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (digest, number)
  ) STRICT;
  WITH RECURSIVE piece (digest, number, size) AS (
    SELECT digest, 0, length(bytes) FROM file
    UNION ALL
    SELECT digest, number + 1, size FROM piece WHERE (number + 1) * 1048576 < size
  )
  INSERT INTO file_piece (digest, number, bytes)
  SELECT piece.digest, number, coalesce(substr(bytes, number * 1048576 + 1, 1048576), x'') FROM piece JOIN file USING (digest);
  DROP TABLE file;
  `,
  `
  -- The stamp already distinguishes commits, and no code reads the counter.
  ALTER TABLE store DROP COLUMN counter;
  `,
  `
  -- Aliases that users have added can lead to another site. Every alias has a creation time. A lock is in a separate
  -- table and does not change the row of its object.
  CREATE TABLE new_alias (
    path TEXT PRIMARY KEY,
    seq INTEGER REFERENCES node (seq) ON DELETE CASCADE,
    url TEXT,
    created INTEGER,
    manual INTEGER NOT NULL,
    CHECK ((seq IS NULL) <> (url IS NULL))
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_alias (path, seq, manual) SELECT path, seq, 0 FROM alias;
  DROP TABLE alias;
  ALTER TABLE new_alias RENAME TO alias;
  CREATE INDEX alias_by_node ON alias (seq);
  CREATE TABLE lock (
    seq INTEGER PRIMARY KEY REFERENCES node (seq) ON DELETE CASCADE,
    doc TEXT NOT NULL
  ) STRICT;
  `,
  `
  -- Ended logins have a separate column, because updates of a user replace the entire document.
  ALTER TABLE user ADD COLUMN ended_logins TEXT NOT NULL DEFAULT '';
  `,
  `
  -- Groups that differ from the defaults, portraits, and the ids of deleted users. A new user with such an id must not
  -- receive the rights that content still grants to it.
  CREATE TABLE people_group (id TEXT PRIMARY KEY, doc TEXT NOT NULL) STRICT;
  CREATE TABLE portrait (
    user_id TEXT PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
    digest TEXT NOT NULL,
    content_type TEXT NOT NULL,
    bytes BLOB NOT NULL
  ) STRICT;
  CREATE TABLE former_user (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  `,
  `
  -- Every change to users or groups sets people to a new random value.
  ALTER TABLE store ADD COLUMN people TEXT NOT NULL DEFAULT '';
  `,
  `
  -- A copy of the object's index rows, so that a change can determine the differences without reading these rows. If
  -- the value is NULL, the rows must be read.
  ALTER TABLE node_entry ADD COLUMN indexes TEXT;
  `,
  ...catalogSteps,
  `
  -- Keyed digests of addresses from which users have logged in, where failed logins by others do not lock them out.
  CREATE TABLE login_place (
    place TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
    used INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX login_place_by_user ON login_place (user_id, used);
  `,
  fileReferences,
  `
  -- The number of invalidations. When it changes, other processes drop their memoized values.
  ALTER TABLE store ADD COLUMN invalidations INTEGER NOT NULL DEFAULT 0;
  `,
  endedLoginTable,
  // Older programs do not write references by UID in blocks, rich text and addresses.
  versionOnly,
  // Older programs would drop the index values of recurring events.
  versionOnly,
  changeFeed,
  // Older programs would drop the index values of planned transitions.
  versionOnly,
  webhookTables({ text: 'TEXT', integer: 'INTEGER', options: 'STRICT, WITHOUT ROWID' }),
  // Older programs do not assign ids to presenters.
  versionOnly,
  subscriptionTable,
  mailTable({ text: 'TEXT', integer: 'INTEGER', options: 'STRICT, WITHOUT ROWID' }),
  uploadTables({ text: 'TEXT', integer: 'INTEGER', bytes: 'BLOB', options: 'STRICT' }),
]

export const catalogSteps: readonly string[] = [
  `
  -- Tables and indexes for the most frequent searches. A kind is a combination of a type and states. Objects are
  -- counted by kind and access list. Each index contains the objects of a kind in one order, and all columns that
  -- determine whether a caller can find an object now.
  CREATE TABLE kind (id INTEGER PRIMARY KEY, value_list TEXT NOT NULL UNIQUE) STRICT;
  ALTER TABLE node ADD COLUMN kind_id INTEGER REFERENCES kind (id);
  ALTER TABLE node ADD COLUMN index_created ANY;
  CREATE TEMP VIEW node_values AS SELECT n.seq, (
    SELECT json_group_array(json_array(name, value)) FROM (
      SELECT i.name, i.value FROM main.node_index i
      WHERE i.seq = n.seq AND i.name IN ('portal_type', 'review_state') ORDER BY i.name, i.value
    )) AS value_list FROM main.node n;
  INSERT OR IGNORE INTO kind (value_list) SELECT value_list FROM node_values;
  UPDATE node AS n SET
    kind_id = (SELECT k.id FROM kind k WHERE k.value_list = (SELECT v.value_list FROM node_values v WHERE v.seq = n.seq)),
    index_created = (SELECT min(i.value) FROM node_index i WHERE i.seq = n.seq AND i.name = 'created');
  DROP VIEW node_values;

  CREATE INDEX node_by_kind ON node (kind_id, seq, access_id, published_from, index_expires);
  CREATE INDEX node_by_created ON node (kind_id, index_created, seq, access_id, published_from, index_expires);
  CREATE INDEX node_by_modified ON node (kind_id, index_modified, seq, access_id, published_from, index_expires);
  CREATE INDEX node_by_effective ON node (kind_id, index_effective, seq, access_id, published_from, index_expires);
  CREATE INDEX node_by_start ON node (kind_id, index_start, seq, access_id, published_from, index_expires);
  CREATE INDEX node_by_title ON node (kind_id, index_sortable_title, seq, access_id, published_from, index_expires);
  CREATE INDEX node_by_access ON node (access_id, kind_id);
  CREATE INDEX node_to_be_published ON node (published_from, kind_id, access_id) WHERE published_from IS NOT NULL;
  CREATE INDEX node_to_expire ON node (index_expires, kind_id, access_id, published_from) WHERE index_expires IS NOT NULL;
  DROP INDEX node_by_parent;
  CREATE INDEX node_by_parent ON node (parent, position, seq, kind_id, access_id, published_from, index_expires);

  CREATE TABLE kind_count (
    kind_id INTEGER NOT NULL,
    access_id INTEGER NOT NULL,
    objects INTEGER NOT NULL,
    PRIMARY KEY (kind_id, access_id)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO kind_count (kind_id, access_id, objects) SELECT kind_id, access_id, count(*) FROM node GROUP BY kind_id, access_id;
  CREATE TRIGGER node_added AFTER INSERT ON node BEGIN
    INSERT INTO kind_count (kind_id, access_id, objects) VALUES (new.kind_id, new.access_id, 1)
      ON CONFLICT DO UPDATE SET objects = objects + 1;
  END;
  CREATE TRIGGER node_removed AFTER DELETE ON node BEGIN
    UPDATE kind_count SET objects = objects - 1 WHERE kind_id = old.kind_id AND access_id = old.access_id;
    DELETE FROM kind_count WHERE kind_id = old.kind_id AND access_id = old.access_id AND objects = 0;
  END;
  CREATE TRIGGER node_changed AFTER UPDATE OF kind_id, access_id ON node
  WHEN new.kind_id IS NOT old.kind_id OR new.access_id <> old.access_id BEGIN
    UPDATE kind_count SET objects = objects - 1 WHERE kind_id = old.kind_id AND access_id = old.access_id;
    DELETE FROM kind_count WHERE kind_id = old.kind_id AND access_id = old.access_id AND objects = 0;
    INSERT INTO kind_count (kind_id, access_id, objects) VALUES (new.kind_id, new.access_id, 1)
      ON CONFLICT DO UPDATE SET objects = objects + 1;
  END;
  `,
  `
  -- The columns for conditions and sort keys, without the rest of the rows, so that searches with thousands of hits
  -- read far fewer pages.
  CREATE INDEX node_by_seq ON node (
    seq, kind_id, access_id, published_from, index_expires,
    index_modified, index_effective, index_created, index_start, index_sortable_title
  );
  `,
  `
  -- The access list and the kind of each object, by primary key. A search with thousands of hits reads a tenth of the
  -- pages that complete rows need. Only these triggers write the table.
  CREATE TABLE node_access (
    seq INTEGER PRIMARY KEY REFERENCES node (seq) ON DELETE CASCADE,
    kind_id INTEGER,
    access_id INTEGER NOT NULL
  ) STRICT;
  INSERT INTO node_access (seq, kind_id, access_id) SELECT seq, kind_id, access_id FROM node ORDER BY seq;
  DROP INDEX node_by_seq;
  CREATE TRIGGER node_access_added AFTER INSERT ON node BEGIN
    INSERT INTO node_access (seq, kind_id, access_id) VALUES (new.seq, new.kind_id, new.access_id);
  END;
  CREATE TRIGGER node_access_changed AFTER UPDATE OF kind_id, access_id ON node
  WHEN new.kind_id IS NOT old.kind_id OR new.access_id <> old.access_id BEGIN
    UPDATE node_access SET kind_id = new.kind_id, access_id = new.access_id WHERE seq = new.seq;
  END;
  `,
]

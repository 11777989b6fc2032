/** Returns SQL that selects the files in documents, under the same conditions as `filesIn` in core. */
const filesInDocs = (table: string, version: string): string => `
  SELECT DISTINCT f.value ->> '$.digest' AS digest, d.seq, ${version} AS version
  FROM ${table} d, json_each(d.doc, '$.fields') f
  WHERE instr(d.doc, '"digest"') > 0 AND f.type = 'object'
    AND json_type(f.value, '$.digest') = 'text' AND f.value ->> '$.digest' <> ''
    AND f.value ->> '$.digest' NOT GLOB '*[^-0-9A-Z_a-z]*'
    AND json_type(f.value, '$.size') IN ('integer', 'real') AND json_type(f.value, '$."content-type"') IS NOT NULL`

/** SQL that selects the rows that `file_reference` should contain. */
export const allReferences = `${filesInDocs('node_doc', 'NULL')} UNION ALL ${filesInDocs('version_doc', 'd.number')}`

/** SQL that creates the table of references to files. Files without references are marked, and deleted later. */
export const fileReferences = `
  CREATE TABLE file_reference (
    digest TEXT NOT NULL,
    seq INTEGER NOT NULL REFERENCES node (seq) ON DELETE CASCADE,
    -- NULL for the current object.
    version INTEGER,
    FOREIGN KEY (seq, version) REFERENCES version (seq, number) ON DELETE CASCADE
  ) STRICT;
  INSERT INTO file_reference (digest, seq, version) ${allReferences};
  CREATE INDEX file_reference_by_digest ON file_reference (digest);
  CREATE INDEX file_reference_by_object ON file_reference (seq, version);

  CREATE TABLE erasable_file (digest TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
  INSERT INTO erasable_file (digest)
    SELECT DISTINCT digest FROM file_piece WHERE digest NOT IN (SELECT digest FROM file_reference);
  CREATE TRIGGER file_reference_removed AFTER DELETE ON file_reference
  WHEN NOT EXISTS (SELECT 1 FROM file_reference WHERE digest = old.digest) BEGIN
    INSERT INTO erasable_file (digest) VALUES (old.digest) ON CONFLICT DO NOTHING;
  END;
`

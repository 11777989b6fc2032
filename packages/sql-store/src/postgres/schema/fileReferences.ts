/**
 * Returns SQL that converts a document to `jsonb`. The escape sequences of NUL and lone surrogates are replaced,
 * because `jsonb` rejects them. Escaped backslashes are replaced first, because `\\u0000` is a backslash followed by
 * `u0000`.
 */
const asJsonb = (doc: string): string => `
    regexp_replace(replace(${doc}, '\\\\', '\\u005c'), '\\\\u(0000|d[89a-f][0-9a-f]{2})', '\\ufffd', 'g')::jsonb`

/** Returns SQL that selects the files in documents, under the same conditions as `filesIn` in core. */
const filesInDocs = (table: string, version: string): string => `
  SELECT DISTINCT f.value ->> 'digest' AS digest, d.seq, ${version} AS version
  FROM ${table} d, jsonb_each(${asJsonb('d.doc')} -> 'fields') f
  WHERE strpos(d.doc, '"digest"') > 0 AND jsonb_typeof(f.value) = 'object'
    AND jsonb_typeof(f.value -> 'digest') = 'string' AND (f.value ->> 'digest') ~ '^[-0-9A-Z_a-z]+$'
    AND jsonb_typeof(f.value -> 'size') = 'number' AND f.value -> 'content-type' IS NOT NULL`

/**
 * SQL that selects the rows that `file_reference` should contain. It is a single query, so that it can be an operand of
 * EXCEPT.
 */
export const allReferences = `
  SELECT * FROM (
    ${filesInDocs('node_doc', 'NULL::bigint')} UNION ALL ${filesInDocs('version_doc', 'd.number')}
  ) AS reference`

/**
 * SQL that creates the table of references to files. Files that are no longer referenced are marked, and deleted later.
 */
export const fileReferences = `
  CREATE TABLE file_reference (
    digest text COLLATE "C" NOT NULL,
    seq bigint NOT NULL REFERENCES node (seq) ON DELETE CASCADE,
    -- NULL for the current object.
    version bigint,
    FOREIGN KEY (seq, version) REFERENCES version (seq, number) ON DELETE CASCADE
  );
  INSERT INTO file_reference (digest, seq, version) ${allReferences};
  CREATE INDEX file_reference_by_digest ON file_reference (digest);
  CREATE INDEX file_reference_by_object ON file_reference (seq, version);

  CREATE TABLE erasable_file (digest text COLLATE "C" PRIMARY KEY);
  INSERT INTO erasable_file (digest)
    SELECT DISTINCT digest FROM file_piece p WHERE NOT EXISTS (SELECT FROM file_reference r WHERE r.digest = p.digest);
  CREATE FUNCTION note_erasable_file () RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NOT EXISTS (SELECT FROM file_reference WHERE digest = old.digest) THEN
        INSERT INTO erasable_file (digest) VALUES (old.digest) ON CONFLICT DO NOTHING;
      END IF;
      RETURN NULL;
    END $$;
  CREATE TRIGGER file_reference_removed AFTER DELETE ON file_reference FOR EACH ROW
    EXECUTE FUNCTION note_erasable_file ();
`

/** See SQLite's step of the same name. */
export const endedLoginTable = `
  CREATE TABLE ended_login (
    user_id text COLLATE "C" NOT NULL REFERENCES "user" (id) ON DELETE CASCADE,
    login text COLLATE "C" NOT NULL,
    until bigint NOT NULL,
    PRIMARY KEY (user_id, login)
  );
  CREATE INDEX ended_login_by_until ON ended_login (until);
  INSERT INTO ended_login (user_id, login, until)
    SELECT u.id, e.key, e.value::bigint
    FROM "user" u, jsonb_each_text(nullif(u.ended_logins, '')::jsonb -> 'until') e;
  UPDATE "user" SET ended_logins = jsonb_set(ended_logins::jsonb, '{until}', '{}')::text WHERE ended_logins <> '';
  `

/**
 * Each ended login has a row until its tokens have expired; they were all in one text of the user before. The text still
 * says before which instant all logins of the user have ended.
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

/**
 * Each ended login has a row until its tokens have expired; earlier all were part of one text of the user. That text
 * still states the instant before which all logins of the user are ended.
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

/** Messages about users, groups, logins and passwords, and texts of mails: a part of the English catalog. */
export const englishPeople = {
  'group.everybody': '{id} stands for everybody who is logged in and cannot be changed.',
  'group.cycle': 'The group {id} cannot be in {other}, which is in {id} or the same.',
  'group.groups': 'The groups that a group is in are sent as groups: a list of ids; {limit} are possible.',
  'group.missing': 'There is no group {id}.',
  'group.name':
    '"{name}" cannot be the id of a group: it has 1 to 100 letters, digits, blanks, and . _ @ + -, and begins with a letter or digit.',
  'group.no-user': 'There is no user {id}; nothing was changed.',
  'group.stock': 'The group {id} belongs to every site and cannot be removed.',
  'group.taken': 'There is a group {name} already.',
  'group.too-many': 'There are too many groups; {limit} are possible.',
  'group.users':
    'The members of a group are sent as users: an object of true and false by user id, or a list of ids; {limit} are possible.',
  'login.incomplete': 'A login takes login and password, both as texts.',
  'login.token': 'The token has expired, or is none of this site. Please log in again.',
  'login.too-many':
    'Too many logins have failed; {most} are possible within a minute. Please try again in {seconds} seconds.',
  'login.unavailable': 'This site does not log anybody in by tokens.',
  'mail.reset-subject': '{site}: choose a new password',
  'mail.reset-text':
    'Hello {name},\n\nsomebody, most likely you, asked for a new password for the user {user}. You can choose one here:\n\n{url}\n\nThis address works once, within {hours} hours. If it was not you, there is nothing to do: your password stays as it is.\n',
  'mail.welcome-subject': '{site}: your user name is {user}',
  'mail.welcome-text':
    'Hello {name},\n\nyou can log in to {site} now, with the user name {user}. Please choose a password first:\n\n{url}\n\nThis address works once, within {hours} hours.\n',
  'user.email': '"{email}" is not an e-mail address.',
  'user.foreign': 'You may not change this user.',
  'user.former':
    'The user name {name} belonged to somebody who was removed, and content still gives rights to it. Please choose another one.',
  'user.incomplete': 'Some of what a user needs is missing.',
  'user.last-manager':
    'This is the last Manager: nobody could manage the site any more. Make somebody else a Manager first.',
  'user.manager': 'Only a Manager may make Managers, or change what makes them.',
  'user.missing': 'There is no user {id}.',
  'user.name':
    '"{name}" cannot be a user name: it has 3 to 100 letters, digits, and . _ @ + -, and begins with a letter or digit.',
  'user.password-control': 'The password has control characters; letters, digits, signs and blanks are possible.',
  'user.password-long': 'The password is too long; {most} characters are possible.',
  'user.password-or-reset': 'A new user gets a password, or chooses one (sendPasswordReset); not both.',
  'user.password-short': 'The password is too short; it needs {least} characters.',
  'user.required': '{field} is required.',
  'user.role': 'There is no role {role}. Possible are: {roles}.',
  'user.roles': 'Roles are sent as an object of true and false by role.',
  'user.taken': 'The user name {name} is in use already.',
} as const

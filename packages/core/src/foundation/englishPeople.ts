export const englishPeople = {
  'group.everybody': 'The group {id} contains all logged-in users and cannot be changed.',
  'group.cycle': 'The group {id} cannot be in {other}: they are the same group, or {other} is in {id}.',
  'group.groups': 'The groups that a group belongs to are sent as groups: a list of ids. At most {limit} are allowed.',
  'group.missing': 'There is no group {id}.',
  'group.name':
    '"{name}" cannot be the id of a group: use 1 to 100 letters, digits, spaces and . _ @ + -, starting with a letter or digit.',
  'group.no-user': 'There is no user {id}; nothing was changed.',
  'group.stock': 'The group {id} is part of every site and cannot be removed.',
  'group.taken': 'There is already a group {name}.',
  'group.too-many': 'There are too many groups: at most {limit} are allowed.',
  'group.users':
    'The members of a group are sent as users: an object that maps user ids to true or false, or a list of ids. At most {limit} are allowed.',
  'login.incomplete': 'A login needs login and password, both as strings.',
  'login.token': 'The token has expired or was not issued by this site. Please log in again.',
  'login.too-many':
    'Too many failed logins: at most {most} are allowed per minute. Please try again in {seconds} seconds.',
  'login.unavailable': 'This site does not support token logins.',
  'mail.reset-subject': '{site}: choose a new password',
  'mail.reset-text':
    'Hello {name},\n\nsomebody, most likely you, requested a new password for the user {user}. You can choose one here:\n\n{url}\n\nThis link works once, within {hours} hours. If it was not you, you can ignore this mail: your password stays the same.\n',
  'mail.welcome-subject': '{site}: your username is {user}',
  'mail.welcome-text':
    'Hello {name},\n\nyou can now log in to {site} with the username {user}. Please choose a password first:\n\n{url}\n\nThis link works once, within {hours} hours.\n',
  'user.email': '"{email}" is not an email address.',
  'user.foreign': 'You may not change this user.',
  'user.form': 'There is no form {name}. The other form is registration.',
  'user.former':
    'The username {name} belonged to a user who was removed, and content still grants rights to it. Please choose another one.',
  'user.incomplete': 'Required details of the user are missing.',
  'user.last-manager':
    'This is the last Manager: nobody would be left to manage the site. Make somebody else a Manager first.',
  'user.manager': 'Only a Manager may appoint Managers or change the roles and groups that make someone a Manager.',
  'user.missing': 'There is no user {id}.',
  'user.name':
    '"{name}" cannot be a username: use 2 to 100 letters, digits and . _ @ + -, starting with a letter or digit.',
  'user.not-allowed': '{field} is not allowed in a registration.',
  'user.not-allowed-any': 'The registration has details that only administrators may set.',
  'user.password-control': 'The password contains control characters; use letters, digits, punctuation and spaces.',
  'user.password-long': 'The password is too long: at most {most} characters are allowed.',
  'user.password-or-reset': 'Set a password for a new user or let the user choose one (sendPasswordReset), not both.',
  'user.password-short': 'The password is too short: it needs at least {least} characters.',
  'user.required': '{field} is required.',
  'user.role': 'There is no role {role}. The available roles are: {roles}.',
  'user.roles': 'Roles are sent as an object that maps role names to true or false.',
  'user.taken': 'The username {name} is already in use.',
  'user.too-many': 'Too many registrations. Please try again in {seconds} seconds.',
} as const

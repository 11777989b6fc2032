/** The strings of the pages for people, sharing and settings. They are a part of the English catalog. */
export const englishPeoplePages = {
  'notice.saved': 'Your changes were saved.',
  'page.find': 'Find',
  'page.save': 'Save',
  'page.sharing-add': 'Add people or groups',
  'page.sharing-find': 'Name or email address',
  'page.sharing-help':
    'Permissions on this object and on everything below it. Site-wide and inherited permissions cannot be changed here.',
  'page.sharing-inherit': 'Inherit permissions from the containers',
  'page.sharing-inherit-help':
    'If you turn this off, only the permissions on this page and site-wide roles apply here.',
  'page.sharing-none': 'No user and no group matches "{search}".',
  'page.sharing-own': 'You cannot change your own permissions.',
} as const

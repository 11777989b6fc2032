/** The strings of the page frame, of the schedule page and of confirmations. They are a part of the English catalog. */
export const englishFrame = {
  'field.site-link': 'Enter a path of this site, such as /imprint, or a URL that begins with https:// or mailto:.',
  'page.all-sponsors': 'All sponsors',
  'page.back': 'Back to the page',
  'page.calendar': 'Calendar',
  'page.confirm-question': 'Are you sure?',
  'page.confirm-reject': 'Reject and delete all votes',
  'page.confirm-reject-effect':
    'All votes in this poll are deleted permanently. Voters can vote again when the poll is reopened.',
  'page.confirm-reject-many': 'Reject and delete {count} votes',
  'page.confirm-reject-one': 'Reject and delete 1 vote',
  'page.event-website': 'Website',
  'page.hidden-mark': 'not public',
  'page.keep': 'Cancel',
  'page.login-help': 'This page is not public. Log in if you have an account.',
  'page.menu': 'Menu',
  'page.missing-help': 'There is no page at this address. Search the site, or start from the front page.',
  'page.news-feed': 'News feed',
  'page.no-access-help':
    'You are logged in as {user}, and this account cannot use this page. Ask an administrator for access.',
  'page.state-hidden': '{state} · Visitors cannot see this page.',
  'page.upcoming': 'Coming up',
  'page.voted-later': 'The results appear here when the poll is closed.',
  'page.voted-thanks': 'You have voted. Thank you.',
} as const

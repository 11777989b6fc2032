export const englishVotes = {
  'vote.again': 'You have already voted in this poll; every voter has one vote.',
  'vote.bad-choice': 'Choose 1 to {most} different options of this poll.',
  'vote.closed': 'This poll is closed and no longer accepts votes.',
  'vote.denied': 'You may not vote in this poll.',
  'vote.malformed':
    'A vote is a JSON object with either option_id (a whole number) or option_ids (a list of whole numbers).',
  'vote.no-such-option': 'Choose one of the options of this poll.',
  'vote.not-open-yet': 'This poll is not open for votes yet.',
  'vote.too-many': 'Too many votes are coming from your network address. Please try again in {seconds} seconds.',
} as const

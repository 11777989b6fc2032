import type { ProgrammePart } from './plannedSlot.js'

/** The day of trainings. */
export const thursday: ProgrammePart = {
  day: 'thursday',
  slots: [
    {
      type: 'Slot',
      id: 'registration-thursday',
      title: 'Registration for the trainings',
      category: 'registration',
      from: '08:15',
      to: '08:45',
    },
    {
      type: 'Break',
      id: 'coffee-thursday',
      title: 'Coffee before anything sharp is handed out',
      category: 'coffee-break',
      from: '08:45',
      to: '09:00',
    },
    {
      type: 'Training',
      id: 'relight-a-lamp',
      title: 'Relight a lamp',
      description:
        'In the morning a dead lamp controller lies on the bench. In the evening it turns, flashes its own pattern and tells somebody when it does not. Soldering before lunch, software after it.',
      // Eight hours of work: the schedule shows four before lunch and four after it.
      from: '09:00',
      to: '18:00',
      room: 'boathouse',
      speakers: ['oluwaseun-imole', 'luz-atalaya'],
      track: 'machine',
      level: 'second-watch',
      audience: ['keepers', 'developers'],
      duration: 'training-480',
      language: 'en',
      fields: {
        requirements:
          '<ul><li>A laptop with a free port and low expectations.</li><li>Closed shoes. The bench is fair, gravity is not.</li></ul>',
        total_seats: 24,
      },
    },
    {
      type: 'Training',
      id: 'a-logbook-people-will-read',
      title: 'A logbook that people will read',
      description:
        'Writing for the one reader who is certain to come: yourself, at four in the morning, with something beeping. Half a day of short sentences, with exercises.',
      from: '09:00',
      to: '13:00',
      room: 'gallery',
      speakers: ['maelle-kerfanal'],
      track: 'people',
      level: 'first-watch',
      audience: ['keepers', 'developers', 'friends'],
      duration: 'training-240',
      language: 'en',
      fields: { requirements: '<p>A pencil. Ink runs.</p>', total_seats: 40 },
    },
    { type: 'Break', id: 'lunch-thursday', title: 'Lunch', category: 'lunch', from: '13:00', to: '14:00' },
    {
      type: 'Slot',
      id: 'supper-on-the-quay',
      title: 'Supper on the quay',
      description: 'Sardines, bread, and a long table that was once a mast.',
      from: '19:00',
      to: '21:00',
    },
  ],
}

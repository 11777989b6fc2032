import type { PlannedContent } from './plannedContent.js'

interface Speaker {
  readonly id: string
  readonly name: string
  readonly biography: string
  readonly website?: string
}

/** Invented people: most of them are called after a light, in the one or the other language. */
const speakers = [
  {
    id: 'tome-faroleiro',
    name: 'Tomé Faroleiro',
    biography:
      'Kept the light of Porto da Névoa for thirty-one years and was late once, in 2009, by four minutes. He still writes the logbook, by hand, and answers letters in the order of their stamps.',
    website: 'https://faroleiro.example',
  },
  {
    id: 'adaeze-okonta-reed',
    name: 'Adaeze Okonta-Reed',
    biography:
      'Acoustician. She records what coasts sound like when nobody can see them, and owns eleven microphones that have been declared unfit for the sea and go there regardless.',
    website: 'https://fogrecordings.example',
  },
  {
    id: 'aino-majakkala',
    name: 'Aino Majakkala',
    biography:
      'Reliability engineer with an archive. She has read every outage report that a hundred and twelve northern lights ever filed, and has favourites.',
  },
  {
    id: 'birta-vitadottir',
    name: 'Birta Vitadóttir',
    biography:
      'Builds software for places that the supply boat visits twice a month. Her test environment is an island; her staging environment is a smaller one.',
    website: 'https://twice-a-month.example',
  },
  {
    id: 'kenji-todaiyama',
    name: 'Kenji Todaiyama',
    biography:
      'Watchmaker by training, keeper of clocks by profession. He has opinions on leap seconds and keeps them short.',
  },
  {
    id: 'luz-atalaya',
    name: 'Luz Atalaya',
    biography:
      'Restores lenses taller than herself. Before that she made very small ones for dolls’ houses, which she calls the harder school.',
  },
  {
    id: 'oluwaseun-imole',
    name: 'Oluwaseun Imole',
    biography:
      'Looks after forty lights from one desk, and maintains the open lamp controller that most of them run on. Sleeps well, on purpose.',
    website: 'https://forty-lights.example',
  },
  {
    id: 'rashmi-dipankar',
    name: 'Rashmi Dipankar',
    biography:
      'Ornithologist on weekdays, lamp designer at weekends. She works on light that ships can see and birds can ignore.',
  },
  {
    id: 'piet-van-der-baken',
    name: 'Piet van der Baken',
    biography:
      'Has painted the same tower nine times and found something new beneath the paint every time. Nobody in the trade knows more about gulls, and nobody likes it less.',
  },
  {
    id: 'sion-goleudy',
    name: 'Siôn Goleudy',
    biography:
      'Guide, beekeeper and counter of steps. He opens old towers to people whom old towers were not built for.',
  },
  {
    id: 'maelle-kerfanal',
    name: 'Maëlle Kerfanal',
    biography:
      'Archivist turned programmer. She thinks that a database is a logbook without manners, and writes programs that have some.',
    website: 'https://kerfanal.example',
  },
  {
    id: 'zeynep-fenerli',
    name: 'Zeynep Fenerli',
    biography:
      'Conducts a village band whose largest instrument weighs two tonnes, runs on compressed air and is a listed building.',
  },
] as const satisfies readonly Speaker[]

export type SpeakerId = (typeof speakers)[number]['id']

export const speakerPath = (id: SpeakerId): string => `/speakers/${id}`

function presenter({ id, name, biography, website }: Speaker): PlannedContent {
  const links = website === undefined ? [] : [{ title: 'Website', href: website }]
  const fields = { email: `${id}@example.org`, social_links: links }
  return { type: 'Presenter', id, title: name, description: biography, fields }
}

export const speakersPage: PlannedContent = {
  type: 'Document',
  id: 'speakers',
  title: 'Speakers',
  description: 'Twelve people who have seen a light go out, and what they did next.',
  items: speakers.map(presenter),
}

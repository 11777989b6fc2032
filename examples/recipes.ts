import {
  type ContentType,
  DomainError,
  defineOperation,
  dublinCore,
  type FeedItem,
  type OwnOperation,
  text,
} from '@plenum/core'
import { createApp, ownRoute } from '@plenum/express-adapter'
import { type OpenSite, openSite } from '@plenum/site'
import type { Express } from 'express'

interface Recipe {
  readonly portions: number
}

interface Times {
  readonly times: number
}

const recipe: ContentType = {
  id: 'Recipe',
  title: 'Recipe',
  behaviors: [...dublinCore, 'plone.versioning'],
  fields: [{ name: 'portions', title: 'Portions', kind: 'integer', required: true }],
  contains: null,
  addableAnywhere: true,
  addPermission: 'Add portal content',
  layout: 'view',
  lockable: true,
}

const maxPortions = 50

const scale = defineOperation({
  summary: 'Multiplies the portions of a recipe',
  permission: 'Modify portal content',
  types: [recipe.id],
  input: { type: 'object', required: ['times'], properties: { times: { type: 'integer', minimum: 2 } } },
  answer: { type: 'object', required: ['portions'], properties: { portions: { type: 'integer' } } },
  decide({ object }, { times }: Times) {
    const { portions: before } = object.fields
    const portions = Number(before) * times
    if (portions > maxPortions)
      throw new DomainError('bad-request', text('A pot has at most {limit} portions.', { limit: maxPortions }))
    return { answer: { portions } satisfies Recipe, change: { update: { portions } } }
  },
})

/**
 * Creates a subscriber that sends the transitions of recipes to another service. If the service does not accept an
 * event, the event is sent again.
 */
const webhook = (url: string) => ({
  name: 'webhook',
  async committed(events: readonly FeedItem[]) {
    for (const { object, transition, cursor } of events) {
      if (object?.type !== recipe.id || !transition) continue
      const body = JSON.stringify({ id: cursor, path: object.path, state: transition.to })
      const { ok } = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      if (!ok) throw new Error(`${url} does not accept the events.`)
    }
  },
})

type Operations = { readonly recipes: { readonly scale: OwnOperation<Times, Recipe> } }

interface Recipes {
  readonly site: OpenSite<Operations>
  readonly app: Express
}

/** Opens a site with recipes and an Express application that serves the site. */
export async function openRecipes(database: string, receiver: string): Promise<Recipes> {
  const site = await openSite({
    database,
    title: 'Recipes',
    extensions: { types: [recipe], operations: { recipes: { scale } }, changeSubscribers: [webhook(receiver)] },
  })
  const app = createApp(site, { routes: [ownRoute(site, 'POST @scale', 'recipes.scale')] })
  return { site, app }
}

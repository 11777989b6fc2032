import { EventHeader, hasDays } from '../content/eventHeader.js'
import { SessionFacts } from '../content/sessionFacts.js'
import { type BlockHolder, blockIds, blockOf } from './blockHolder.js'
import type { BlockProps } from './blockProps.js'

/** The title of the object, with its description unless another block shows it; events also show their dates. */
export function TitleBlock({ page, content, depth }: BlockProps) {
  const { answer } = page
  if (depth > 0) return <h2>{answer.title}</h2>
  const lead = hasDescriptionBlock(content) ? '' : (answer.description ?? '')
  if (hasDays(page)) return <EventHeader page={page} lead={lead} />
  return (
    <header class="title">
      <SessionFacts page={page} session={answer} />
      <h1>{answer.title}</h1>
      {lead && <p class="lead">{lead}</p>}
    </header>
  )
}

const hasDescriptionBlock = (holder: BlockHolder): boolean =>
  blockIds(holder).some(id => blockOf(holder, id)['@type'] === 'description')

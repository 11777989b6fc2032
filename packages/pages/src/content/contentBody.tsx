import type { PageOf } from '@plenum/core'
import { hasBlocks } from '../blocks/blockHolder.js'
import { Blocks } from '../blocks/blocks.js'
import { LeadImage } from './picture.js'
import { RichText } from './richText.js'

export function ContentBody({ page }: { page: PageOf<'object'> }) {
  const { answer } = page
  return (
    <>
      <LeadImage content={answer} />
      <RichText value={answer.text} />
      {hasBlocks(answer) && <Blocks page={page} content={answer} isPart />}
    </>
  )
}

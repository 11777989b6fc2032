import { base64OfText } from '../../foundation/base64.js'
import type { JsonObject } from '../../foundation/json.js'
import { permission } from '../../security/stockPermissions.js'
import type { Term } from '../fields/reading.js'
import type { Vocabulary, VocabularySource } from '../model/vocabulary.js'

/**
 * The tags of all content that the caller may find. Tokens are base64, because clients put them into URLs
 * (docs/content-and-access.md, Vocabularies, rule 4).
 */
export const keywords: Vocabulary = {
  name: 'plone.app.vocabularies.Keywords',
  permission: permission.modify,
  terms: async source => [...(await visibleTags(source))].sort().map(termOf),
}

/** Lone surrogates have no UTF-8 encoding: tokens contain the replacement character instead. */
const termOf = (tag: string): Term => ({ token: base64OfText(tag.replace(/\p{Cs}/gu, '\ufffd')), title: tag })

async function visibleTags(source: VocabularySource): Promise<ReadonlySet<string>> {
  const { reader, principals, slice, activeOnly = [] } = source
  const isTagged = { kind: 'range', index: 'Subject', min: null, max: null } as const
  const { chunks } = await reader.scan({ principals, where: [isTagged, ...activeOnly] })
  const tags = new Set<string>()
  for await (const entries of chunks) {
    if (slice.isOver()) await slice.next()
    for (const { columns } of entries) for (const tag of tagsIn(columns)) tags.add(tag)
  }
  return tags
}

const tagsIn = ({ subjects }: JsonObject): readonly string[] => (Array.isArray(subjects) ? subjects.map(String) : [])

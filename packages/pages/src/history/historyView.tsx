import type { HtmlPage, JsonObject } from '@plenum/core'
import { PostForm } from '../frame/postForm.js'
import { objectTitle } from '../frame/titles.js'
import { inWords, zoneOf } from '../reading/instants.js'
import { objectOf, objectsOf, textOf } from '../reading/json.js'
import { say } from '../say.js'
import { Rows } from '../turns/rows.js'
import { Differences } from './differences.js'

/** `@history`: what happened to the object, newest first; versions can be compared and given back. */
export function HistoryView({ page }: { page: HtmlPage }) {
  const entries = objectsOf(page.answer.items)
  return (
    <article>
      <header class="title">
        <p class="eyebrow">{objectTitle(page)}</p>
        <h1>{say(page, 'page.history')}</h1>
      </header>
      <Differences page={page} />
      <ol class="timeline">
        <Rows rows={entries} draw={entry => <Entry page={page} entry={entry} />} />
      </ol>
    </article>
  )
}

function Entry({ page, entry }: { page: HtmlPage; entry: JsonObject }) {
  const time = textOf(entry.time)
  const isVersion = entry.type === 'versioning'
  const state = textOf(entry.state_title)
  const actor = objectOf(entry.actor)
  return (
    <li class={isVersion ? 'version' : 'move'}>
      <p class="facts">
        <time dateTime={time}>{inWords(time, 'dayAndTime', page.language, zoneOf(page))}</time>
        <span>{textOf(actor.fullname) || textOf(actor.id)}</span>
      </p>
      <h2>
        {textOf(entry.transition_title)}
        {!isVersion && state && <span class="chip">{state}</span>}
      </h2>
      {textOf(entry.comments) && <p>{textOf(entry.comments)}</p>}
      {isVersion && <VersionActions page={page} entry={entry} />}
    </li>
  )
}

function VersionActions({ page, entry }: { page: HtmlPage; entry: JsonObject }) {
  const version = Number(entry.version)
  const number = String(version)
  return (
    <div class="buttons">
      {version > 0 && (
        <a href={`${page.address}?one=${version - 1}&two=${number}`}>{say(page, 'page.show-differences')}</a>
      )}
      <a href={`${page.address}?one=${number}&two=current`}>{say(page, 'page.compare-with-now')}</a>
      {entry.may_revert === true && (
        <PostForm page={page} action="revert">
          <input type="hidden" name="version" value={number} />
          <input type="hidden" name="came_from" value={page.address} />
          <button type="submit" class="quiet" aria-label={`${say(page, 'page.revert')} (${number})`}>
            {say(page, 'page.revert')}
          </button>
        </PostForm>
      )}
    </div>
  )
}

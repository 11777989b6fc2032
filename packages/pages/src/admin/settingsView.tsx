import type { PageOf } from '@plenum/core'
import { PageHeader } from '../content/title.js'
import { SectionsForm } from '../forms/formSections.js'
import { say } from '../say.js'

export function SettingsView({ page }: { page: PageOf<'settings'> }) {
  const { items } = page.answer
  const groups = [...new Set(items.map(({ group }) => group))]
  return (
    <article class="list-page">
      <PageHeader title={say(page, 'page.settings')} lead={say(page, 'page.settings-help')} />
      {groups.map(group => (
        <section>
          <h2>{group}</h2>
          <ul class="panel-list">
            {items
              .filter(item => item.group === group)
              .map(({ name, title, settings }) => (
                <li>
                  <a href={`${page.base}/@@settings/${encodeURIComponent(name)}`}>{title}</a>
                  <p>{settings.join(' · ')}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
      <p>
        <a href={`${page.base}/@@setup`}>{say(page, 'page.next-steps')}</a>
      </p>
    </article>
  )
}

export function PanelView({ page }: { page: PageOf<'panel'> }) {
  const { title, name, sections, problems } = page.answer
  return (
    <article class="narrow">
      <PageHeader eyebrow={<a href={`${page.base}/@@settings`}>{say(page, 'page.settings')}</a>} title={title} />
      <SectionsForm
        page={page}
        sections={sections}
        problems={problems}
        action="settings"
        hidden={{ panel: name, came_from: page.answer['@id'] }}
        submit={say(page, 'page.save')}
        back={`${page.base}/@@settings`}
        hasFiles
        isSticky
      />
    </article>
  )
}

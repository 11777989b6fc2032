// Enhances pages in the browser. Reading, voting and transitions also work without this script.

for (const schedule of document.querySelectorAll('[data-schedule]')) {
  markDay(schedule)
  addStars(schedule)
  followTime(schedule)
}
for (const results of document.querySelectorAll('[data-live]')) followVotes(results)
for (const ballot of document.querySelectorAll('fieldset[data-most]')) boundChoices(ballot)
if (document.querySelector('.now-page')) setTimeout(() => location.reload(), 30_000)
for (const opener of document.querySelectorAll('[data-dialog]')) opener.addEventListener('click', openDialog)
for (const closer of document.querySelectorAll('dialog [data-close]')) closer.addEventListener('click', closeDialog)
for (const state of document.querySelectorAll('.diagram .current')) {
  const area = state.closest('.scroll')
  area.scrollLeft = state.getBoundingClientRect().left - area.getBoundingClientRect().left - area.clientWidth / 3
}

/** Opens the confirmation for a button in a dialog instead of a page. */
function openDialog(event) {
  event.preventDefault()
  document.getElementById(event.currentTarget.dataset.dialog).showModal()
}

function closeDialog(event) {
  event.preventDefault()
  event.currentTarget.closest('dialog').close()
}

/**
 * Marks the tab of the visible day. If the URL specifies no day, today becomes the visible day if the programme
 * includes it.
 */
function markDay(schedule) {
  const tabs = [...schedule.querySelectorAll('.days a')]
  const idOf = tab => tab.hash.slice(1)
  const today = `day-${dateIn(schedule.dataset.zone)}`
  if (!tabs.some(tab => tab.hash === location.hash) && !location.hash && tabs.some(tab => idOf(tab) === today)) {
    // `location.replace` is used because other ways to change the URL do not update `:target`.
    location.replace(`#${today}`)
  }
  const mark = () => {
    const shown = tabs.find(tab => tab.hash === location.hash) ?? tabs[0]
    for (const tab of tabs) {
      if (tab === shown) tab.setAttribute('aria-current', 'true')
      else tab.removeAttribute('aria-current')
    }
  }
  mark()
  addEventListener('hashchange', mark)
}

/** Returns the current date in a time zone, for example `2027-06-17`. */
function dateIn(zone) {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format()
}

// Stars mark sessions that the reader wants to remember. The stars are stored only in this browser.

function addStars(schedule) {
  const kept = readStars()
  for (const session of schedule.querySelectorAll('[data-uid]')) {
    const uid = session.dataset.uid
    if (!uid || session.matches('.plain-slot')) continue
    const star = document.createElement('button')
    star.type = 'button'
    star.className = 'star'
    star.setAttribute('aria-label', `${schedule.dataset.star}: ${session.querySelector('h3').textContent}`)
    const show = () => {
      session.classList.toggle('is-starred', kept.has(uid))
      star.setAttribute('aria-pressed', String(kept.has(uid)))
      star.textContent = kept.has(uid) ? '★' : '☆'
    }
    star.addEventListener('click', () => {
      if (!kept.delete(uid)) kept.add(uid)
      writeStars(kept)
      for (const other of schedule.querySelectorAll('[data-uid]')) other.dispatchEvent(new Event('stars'))
    })
    session.addEventListener('stars', show)
    session.append(star)
    show()
  }
  addFilters(schedule)
  addCalendar(schedule)
}

/**
 * Adds a button that shows only starred sessions. The URL contains the state of the button, the track and the room.
 * Links and the filter form preserve the day and the state of the button.
 */
function addFilters(schedule) {
  const bar = schedule.querySelector('.schedule-filter')
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'starred-only'
  button.textContent = `★ ${bar.dataset.starred}`
  const isOn = () => new URLSearchParams(location.search).has('starred')
  const show = () => {
    schedule.classList.toggle('starred', isOn())
    button.setAttribute('aria-pressed', String(isOn()))
  }
  const withState = address => {
    const url = new URL(address)
    if (isOn()) url.searchParams.set('starred', '1')
    url.hash ||= location.hash
    return url
  }
  button.addEventListener('click', () => {
    const url = new URL(location.href)
    if (isOn()) url.searchParams.delete('starred')
    else url.searchParams.set('starred', '1')
    history.replaceState(null, '', url)
    show()
  })
  schedule.addEventListener('click', event => {
    const link = event.target.closest('.tracks a')
    if (link) link.href = withState(link.href)
  })
  const form = bar.querySelector('form')
  form?.querySelector('button').remove()
  form?.addEventListener('change', () => {
    const query = new URLSearchParams([...new FormData(form)].filter(([, value]) => value !== ''))
    location.assign(withState(`${form.action}?${query}`))
  })
  bar.append(button)
  show()
}

/**
 * Shows the panel with the calendar of the starred sessions. The server stores nothing, because the calendar URL
 * contains the sessions.
 */
function addCalendar(schedule) {
  const panel = schedule.querySelector('.my-calendar')
  if (!panel) return
  panel.hidden = false
  panel.querySelector('button').addEventListener('click', () => showCalendar(panel).catch(() => {}))
}

async function showCalendar(panel) {
  const { max, maxInCode, qr } = panel.dataset
  const part = name => panel.querySelector(`[data-${name}]`)
  const { base, numbers } = await starredSessions(panel.dataset.event)
  const chosen = numbers.slice(0, max)
  const hasCode = chosen.length > 0 && chosen.length <= maxInCode
  const address = `${base}/@@schedule.ics?only=`
  part('none').hidden = chosen.length > 0
  part('some').hidden = chosen.length === 0
  part('code').hidden = !hasCode
  part('many').hidden = hasCode
  part('cut').hidden = numbers.length <= max
  panel.querySelector('a').href = panel.querySelector('input').value = address + chosen.join(',')
  // Colons are used instead of commas, because they make the QR code much smaller.
  if (hasCode) (await import(qr)).drawCode(part('code').firstElementChild, [address, chosen.join(':')])
}

/** Returns the URL of the event, and the numbers of the starred sessions that visitors can see. */
async function starredSessions(event) {
  const answer = await fetch(`${event.replace(/\/$/, '')}/@@schedule.json`)
  const { conference } = (await answer.json()).schedule
  const stars = readStars()
  const sessions = conference.days.flatMap(({ rooms }) => Object.values(rooms).flat())
  const starred = sessions.filter(({ guid }) => stars.has(guid.replaceAll('-', '')))
  return { base: conference.url.replace(/\/$/, ''), numbers: starred.map(({ id }) => id) }
}

function readStars() {
  try {
    return new Set(JSON.parse(localStorage.getItem('plenum.stars') ?? '[]'))
  } catch {
    return new Set()
  }
}

function writeStars(stars) {
  try {
    localStorage.setItem('plenum.stars', JSON.stringify([...stars]))
  } catch {
    // Storage is unavailable, so the stars are lost when the page is closed.
  }
}

/** Marks the sessions in progress, and draws a line at the current time. */
function followTime(schedule) {
  const sessions = [...schedule.querySelectorAll('[data-start]')]
  const update = () => {
    const now = Date.now()
    for (const session of sessions) {
      const { start, end } = session.dataset
      session.classList.toggle('now', Date.parse(start) <= now && now < Date.parse(end || start))
    }
    drawLine(schedule, sessions, now)
  }
  update()
  setInterval(update, 30_000)
}

function drawLine(schedule, sessions, now) {
  schedule.querySelector('.now-line')?.remove()
  const going = sessions.filter(({ dataset }) => Date.parse(dataset.start) <= now && now < Date.parse(dataset.end))
  const first = going.at(-1)
  if (!first) return
  const line = document.createElement('div')
  line.className = 'now-line'
  const [start, end] = [Date.parse(first.dataset.start), Date.parse(first.dataset.end)]
  line.style.gridRow = getComputedStyle(first).gridRow
  line.style.marginTop = `${Math.round(((now - start) / (end - start)) * first.offsetHeight)}px`
  first.closest('.grid').append(line)
}

/**
 * Updates the results as votes arrive. If the browser does not support event streams or the stream fails, the results
 * are requested every 15 seconds.
 */
function followVotes(results) {
  const address = results.dataset.live
  const ask = async () => {
    const answer = await fetch(`${address}/@poll`, { headers: { accept: 'application/json' }, cache: 'no-store' })
    if (answer.ok) showResults(results, await answer.json())
  }
  const askAgain = () => setInterval(() => document.hidden || ask().catch(() => {}), 15_000)
  if (!window.EventSource) return askAgain()
  const stream = new EventSource(`${address}/@@results-events`)
  stream.addEventListener('message', ({ data }) => showResults(results, JSON.parse(data)))
  stream.addEventListener('error', () => {
    if (stream.readyState !== EventSource.CLOSED) return
    stream.close()
    askAgain()
  })
}

function showResults(results, { results: rows, total_votes: total, max_choices: most }) {
  const said = results.querySelector('[data-total]')
  // A stream reads the store every five seconds, so its first results can be older than the page, which already
  // includes the reader's own vote.
  const isOlder = total < Number(said.textContent.match(/\d+/)?.[0]) && performance.now() < 6000
  if (!Array.isArray(rows) || isOlder) return
  const percents = most > 1 ? rows.map(row => shareOf(row.votes, total)) : wholePercents(rows.map(row => row.votes))
  rows.forEach((row, i) => {
    const line = results.querySelector(`[data-option="${Number(row.option_id)}"]`)
    if (!line) return
    line.querySelector('[data-votes]').textContent = row.votes
    line.querySelector('[data-percent]').textContent = `${percents[i]} %`
    line.querySelector('.bar-filled')?.setAttribute('width', percents[i])
  })
  drawPie(
    results.querySelector('.pie'),
    rows.map(row => row.votes),
  )
  said.textContent = said.textContent.replace(/\d+/, total)
}

const shareOf = (votes, voters) => (voters > 0 ? Math.round((votes / voters) * 100) : 0)

/** Computes integer percentages with the sum 100 by the largest remainder method, as the server does. */
function wholePercents(counts) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return counts.map(() => 0)
  const exact = counts.map(count => (count / total) * 100)
  const percents = exact.map(Math.floor)
  const missing = 100 - percents.reduce((sum, percent) => sum + percent, 0)
  const order = exact.map((_, i) => i).sort((a, b) => exact[b] - percents[b] - (exact[a] - percents[a]) || a - b)
  for (const i of order.slice(0, missing)) percents[i]++
  return percents
}

function drawPie(pie, counts) {
  if (!pie) return
  const total = counts.reduce((sum, count) => sum + count, 0)
  for (const slice of pie.querySelectorAll('[class^="pie-"]')) slice.remove()
  let before = 0
  counts.forEach((count, i) => {
    if (count === 0) return
    const [from, until] = [before, before + count / total]
    before = until
    const whole = until - from > 0.9999
    const slice = document.createElementNS('http://www.w3.org/2000/svg', whole ? 'circle' : 'path')
    slice.setAttribute('class', `pie-${(i % 8) + 1}`)
    if (whole) slice.setAttribute('r', '1')
    else slice.setAttribute('d', `M0 0 L${at(from)} A1 1 0 ${until - from > 0.5 ? 1 : 0} 1 ${at(until)} Z`)
    pie.append(slice)
  })
}

const at = turn => `${Math.sin(turn * 2 * Math.PI).toFixed(4)} ${(-Math.cos(turn * 2 * Math.PI)).toFixed(4)}`

/**
 * Disables the remaining checkboxes when the maximum number is checked. The service also rejects too many choices.
 */
function boundChoices(ballot) {
  const boxes = [...ballot.querySelectorAll('input')]
  const bound = () => {
    const isFull = boxes.filter(box => box.checked).length >= Number(ballot.dataset.most)
    for (const box of boxes) box.disabled = isFull && !box.checked
  }
  ballot.addEventListener('change', bound)
  bound()
}

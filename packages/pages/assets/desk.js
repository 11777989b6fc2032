// The script of the programme desk, with which sessions are moved by pointer or keyboard. Each move sends the same
// form as the desk without this script, and shows the page that the service returns.

const quarter = 15
let texts = {}
/** The move in progress: its session, and its target `{ from, column }`, `{ out: true }` or `{ day }`. */
let move = null
/**
 * Whether a move is being saved. If so, the desk accepts no other move, because the displayed revisions are outdated.
 */
let isSaving = false

function start() {
  const desk = document.querySelector('[data-desk]')
  if (!desk) return
  texts = JSON.parse(desk.dataset.texts)
  for (const tile of desk.querySelectorAll('[data-revision]')) enableTile(tile)
}

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)

function announce(text) {
  const announcer = document.querySelector('[data-announcer]')
  if (announcer) announcer.textContent = text
}

function enableTile(tile) {
  const grip = document.createElement('button')
  grip.type = 'button'
  grip.className = 'grip'
  grip.textContent = '⠿'
  grip.setAttribute('aria-label', fill(texts.pick, { title: tile.dataset.title }))
  grip.setAttribute('aria-pressed', 'false')
  grip.addEventListener('click', () => {
    if (move?.grip === grip) drop()
    else if (!move && !isSaving) pick(tile, grip)
  })
  grip.addEventListener('keydown', steer)
  tile.append(grip)
  tile.addEventListener('pointerdown', event => startDrag(event, tile))
  tile.addEventListener('dragstart', event => event.preventDefault())
}

const gridOf = () => document.querySelector('.desk-day .grid')
const isGridVisible = grid => grid && getComputedStyle(grid).display === 'grid'

/** Returns the rooms of the grid in order, or the grid as a single column if the event has no rooms. */
function columnsOf(grid) {
  const rooms = [...grid.querySelectorAll('[data-room]')]
  return rooms.length > 0 ? rooms : [grid]
}

/** Returns the vertical position and the height of the rows, in pixels relative to the viewport. */
function rowsOf(grid) {
  const hours = [...grid.querySelectorAll('.hour')]
  const [first, last] = [hours[0].getBoundingClientRect(), hours.at(-1).getBoundingClientRect()]
  const height = hours.length > 1 ? (last.top - first.top) / ((hours.length - 1) * 4) : first.height
  return { top: first.top, height }
}

/** Returns the time of day for a number of minutes since midnight. The number may be negative or exceed a day. */
function timeOf(minutes) {
  const ofDay = ((minutes % 1440) + 1440) % 1440
  return [Math.floor(ofDay / 60), ofDay % 60].map(part => String(part).padStart(2, '0')).join(':')
}

const roomOf = (grid, column) => columnsOf(grid)[column]?.dataset.room

function pick(tile, grip) {
  const grid = gridOf()
  if (!isGridVisible(grid)) {
    location.assign(tile.querySelector('h3 a').href)
    return
  }
  const rooms = tile.dataset.rooms.split(' ')
  const column = Math.max(
    0,
    columnsOf(grid).findIndex(({ dataset }) => rooms.includes(dataset.room)),
  )
  const from = tile.closest('.grid') ? Number(tile.dataset.from) : Number(grid.dataset.from) * 60
  move = { tile, grip, target: { from, column } }
  grip.setAttribute('aria-pressed', 'true')
  tile.classList.add('picked')
  announce(fill(texts.picked, { title: tile.dataset.title }))
  drawTarget()
  addEventListener('click', place, { capture: true })
}

/** Moves the session that was picked up to the position at which the user clicks. */
function place(event) {
  if (event.target.closest('.grip') === move.grip) return
  stopClick(event)
  const grid = gridOf()
  move.target = targetAt(grid, move.tile, event, rowsOf(grid).height / 2)
  drop()
}

function steer(event) {
  if (!move) return
  const { key, shiftKey } = event
  const step = shiftKey ? 5 : quarter
  const { from, column } = move.target
  const grid = gridOf()
  const targets = {
    ArrowUp: { from: from - step, column },
    ArrowDown: { from: from + step, column },
    ArrowLeft: { from, column: column - 1 },
    ArrowRight: { from, column: column + 1 },
  }
  if (key === 'Tab') {
    cancel()
    return
  }
  if (key === 'Escape') cancel()
  else if (key === 'Delete') {
    move.target = { out: true }
    drop()
  } else if (targets[key]) {
    move.target = within(grid, targets[key])
    drawTarget()
    document.querySelector('.desk-target').scrollIntoView({ block: 'nearest' })
    announceTarget()
  } else return
  event.preventDefault()
}

function within(grid, { from, column }) {
  const last = Number(grid.dataset.until) * 60 - quarter
  return {
    from: Math.min(Math.max(from, Number(grid.dataset.from) * 60), last),
    column: Math.min(Math.max(column, 0), columnsOf(grid).length - 1),
  }
}

const lengthOf = ({ dataset }) => Number(dataset.length ?? dataset.minutes) || quarter

/** Returns the titles of sessions that would use the same room or person at the target. */
function overlapping() {
  const { tile, target } = move
  const room = tile.dataset.forAll === undefined ? roomOf(gridOf(), target.column) : undefined
  const people = tile.dataset.people.split(' ').filter(Boolean)
  const until = target.from + lengthOf(tile)
  const others = [...gridOf().querySelectorAll('.desk-tile')].filter(({ dataset }) => dataset.uid !== tile.dataset.uid)
  const clashes = others.filter(other => {
    const from = Number(other.dataset.from)
    const isShared =
      (room && other.dataset.forAll === undefined && other.dataset.rooms.split(' ').includes(room)) ||
      people.some(person => other.dataset.people.split(' ').includes(person))
    return isShared && from < until && target.from < from + lengthOf(other)
  })
  return clashes.map(({ dataset }) => dataset.title)
}

/** Describes the target: its time and room, and the conflicts that would result. */
function textOfTarget() {
  const { target } = move
  if (target.out) return texts.out
  const room = columnsOf(gridOf())[target.column]
  const title = room?.dataset.room ? room.textContent.trim() : ''
  const text = title ? fill(texts.target, { time: timeOf(target.from), room: title }) : timeOf(target.from)
  const titles = overlapping()
  return titles.length > 0 ? `${text}. ${fill(texts.overlap, { titles: titles.slice(0, 3).join(', ') })}` : text
}

const announceTarget = () => announce(textOfTarget())

function drawTarget() {
  clearTarget()
  const { tile, target } = move
  if (!target) return
  if (target.out) document.querySelector('[data-unscheduled]').classList.add('drop-here')
  else if (target.day) document.querySelector(`[data-day="${target.day}"]`).classList.add('drop-here')
  if (target.from === undefined) return
  const grid = gridOf()
  const box = document.createElement('div')
  box.className = 'desk-target'
  box.classList.toggle('clash', overlapping().length > 0)
  box.textContent = textOfTarget()
  const row = Math.floor(target.from / quarter) + 2
  box.style.gridRow = `${row} / span ${Math.max(1, Math.ceil(lengthOf(tile) / quarter))}`
  box.style.gridColumn =
    tile.dataset.forAll === undefined ? String(target.column + 2) : `2 / span ${columnsOf(grid).length}`
  grid.append(box)
}

function clearTarget() {
  document.querySelector('.desk-target')?.remove()
  for (const marked of document.querySelectorAll('.drop-here')) marked.classList.remove('drop-here')
}

function cancel() {
  finish()
  announce(texts.cancelled)
}

function finish() {
  removeEventListener('click', place, { capture: true })
  clearTarget()
  move?.tile.classList.remove('picked')
  move?.grip?.setAttribute('aria-pressed', 'false')
  move = null
  document.documentElement.classList.remove('dragging')
}

/** The distance in pixels after which moving a pressed pointer becomes a drag. */
const threshold = 6

function startDrag(event, tile) {
  const isTouch = event.pointerType === 'touch'
  if (
    isSaving ||
    event.button !== 0 ||
    (isTouch && !event.target.closest('.grip')) ||
    event.target.closest('.clash-mark')
  )
    return
  const grid = gridOf()
  if (!isGridVisible(grid)) return
  const { clientX: x, clientY: y, pointerId } = event
  const offset = tile.closest('.grid') ? y - tile.getBoundingClientRect().top : 8
  const follow = moving => {
    if (moving.pointerId !== pointerId) return
    if (!move && Math.hypot(moving.clientX - x, moving.clientY - y) < threshold) return
    if (!move) beginDrag(tile)
    moving.preventDefault()
    scrollAt(moving.clientY)
    move.target = targetAt(grid, tile, moving, offset)
    drawTarget()
  }
  const end = ended => {
    if (ended.pointerId !== pointerId) return
    for (const [name, listener] of Object.entries(listeners)) removeEventListener(name, listener)
    if (!move) return
    // The click after a drag must not open the link in the tile.
    addEventListener('click', stopClick, { capture: true, once: true })
    setTimeout(() => removeEventListener('click', stopClick, { capture: true }), 0)
    if (ended.type === 'pointerup' && move.target) drop()
    else cancel()
  }
  const abort = ({ key }) => key === 'Escape' && end({ pointerId, type: 'pointercancel' })
  const listeners = { pointermove: follow, pointerup: end, pointercancel: end, keydown: abort }
  for (const [name, listener] of Object.entries(listeners)) addEventListener(name, listener)
}

function stopClick(event) {
  event.preventDefault()
  event.stopPropagation()
}

function beginDrag(tile) {
  move = { tile, target: null }
  tile.classList.add('picked')
  document.documentElement.classList.add('dragging')
}

/** Scrolls the window while the pointer is near the upper or lower edge. */
function scrollAt(y) {
  const margin = 48
  if (y < margin) scrollBy(0, -16)
  else if (y > innerHeight - margin) scrollBy(0, 16)
}

function targetAt(grid, tile, { clientX, clientY }, offset) {
  const element = document.elementFromPoint(clientX, clientY)
  const day = element?.closest('[data-day]')?.dataset.day
  if (day) return { day }
  if (element?.closest('[data-unscheduled]')) return tile.closest('[data-unscheduled]') ? null : { out: true }
  const area = grid.getBoundingClientRect()
  if (clientX < area.left || clientX > area.right || clientY < area.top || clientY > area.bottom) return null
  const { top, height } = rowsOf(grid)
  const quarters = Math.round((clientY - offset - top) / height)
  const column = columnsOf(grid).findLastIndex(room => room.getBoundingClientRect().left <= clientX)
  return within(grid, { from: Number(grid.dataset.from) * 60 + quarters * quarter, column })
}

async function drop() {
  const { tile, target } = move
  if (!target) return cancel()
  const { at, revision, minutes, uid, from, offset } = tile.dataset
  const shown = document.querySelector('[data-day][aria-current]')?.dataset.day ?? ''
  const grid = gridOf()
  const fields = { token: document.querySelector('[name="token"]').value, revision, shown, minutes }
  fields.part = document.querySelector('[data-desk]').dataset.part
  fields.search = new URL(location.href).searchParams.get('search') ?? ''
  if (target.out) fields.unscheduled = '1'
  else {
    const day = target.day ?? shown
    // If the session starts before the tile, the tile is the second half of a long training. Times after midnight
    // belong to the next day.
    const time = (target.from ?? Number(from ?? 9 * 60)) - Number(offset)
    fields.day = addDays(day, Math.floor(time / 1440))
    fields.time = timeOf(time)
    const room = target.day ? undefined : roomOf(grid, target.column)
    if (room !== undefined && tile.dataset.forAll === undefined && !isSameColumn(tile, target.column))
      fields.room = room
  }
  finish()
  await send(`${at}/@@do/moveSlot`, fields, uid)
}

/** Whether a session is already in this column of the grid, so that its rooms need not change. */
function isSameColumn(tile, column) {
  const [first] = tile.dataset.rooms.split(' ')
  return first !== '' && roomOf(gridOf(), column) === first
}

function addDays(day, count) {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, 10)
}

async function send(address, fields, uid) {
  const request = { method: 'POST', headers: { accept: 'text/html' }, body: new URLSearchParams(fields) }
  isSaving = true
  try {
    const answer = await fetch(address, request)
    show(await answer.text(), answer, uid)
  } catch (error) {
    announceFailure(String(error.message))
  } finally {
    isSaving = false
  }
}

/** Shows a page from the service: the desk after a move, a conflict, or the reason why a move was refused. */
function show(html, { url, ok, status }, uid) {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const main = page.querySelector('main')
  if (!ok && status !== 412) {
    announceFailure(page.querySelector('main .lead')?.textContent ?? String(status))
    return
  }
  document.querySelector('main').replaceChildren(...main.childNodes)
  if (ok) history.replaceState(null, '', url)
  start()
  const notice = document.querySelector('main .notice')?.textContent ?? ''
  const tile = document.querySelector(`[data-uid="${CSS.escape(uid)}"]`)
  const marks = [...(tile?.querySelectorAll('.clash-mark') ?? [])].map(mark => mark.textContent)
  focusOn(tile?.querySelector('.grip') ?? document.querySelector('main'))
  setTimeout(() => announce([notice, ...marks].join(' ')), 100)
}

const focusOn = element => element.focus({ preventScroll: true })

/** Shows why a move has failed, in the area for notices. */
function announceFailure(reason) {
  const text = fill(texts.failed, { reason })
  const desk = document.querySelector('[data-desk]')
  document.querySelector('.desk-failure')?.remove()
  const problem = document.createElement('p')
  problem.className = 'problem desk-failure'
  problem.setAttribute('role', 'alert')
  problem.textContent = text
  desk.querySelector('.desk-links').after(problem)
  problem.scrollIntoView({ block: 'nearest' })
}

start()

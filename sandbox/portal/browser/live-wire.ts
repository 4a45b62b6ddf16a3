// The live wire: inserts rows that the server has rendered. It keeps the scroll position, holds back new rows while paused,
// and resumes a lost connection after the last row it received.
import { isShown, type WireFilter } from '../wire-filter.ts'
import { startCopyButtons } from './copy-buttons.ts'

const RETRY_MS = 2_000
/** As many as the sandbox keeps. */
const MAX_ROWS = 1_000
/** Wide enough for list and detail side by side; the style sheet uses the same number. */
const SIDE_BY_SIDE = '(min-width: 70rem)'

interface Message {
  correlationId: string
  row: string
  group: string
}

export function startLiveWire(list: HTMLElement): void {
  const bar = requireElement<HTMLFormElement>('[data-wire-filter]')
  const pause = requireElement<HTMLButtonElement>('[data-wire-pause]')
  const held: Message[] = []
  requireElement('[data-wire-live]').hidden = false

  const applyFilter = () => {
    const filter = readFilter(bar)
    let shownRows = 0
    for (const group of list.querySelectorAll<HTMLElement>('[data-correlation]')) {
      let shownHere = 0
      for (const row of group.querySelectorAll<HTMLElement>('[data-sequence]')) {
        row.hidden = !isShown(readFacts(row), filter)
        if (!row.hidden) shownHere += 1
      }
      group.hidden = shownHere === 0
      shownRows += shownHere
    }
    const hasRows = list.querySelector('[data-sequence]') !== null
    requireElement('[data-wire-nothing]').hidden = hasRows
    requireElement('[data-wire-unfit]').hidden = !hasRows || shownRows > 0
  }
  const isPaused = () => pause.getAttribute('aria-pressed') === 'true'
  const showPause = () => {
    pause.textContent = isPaused() ? `Resume${held.length > 0 ? ` (${held.length})` : ''}` : 'Pause'
  }
  const take = (messages: readonly Message[]) => {
    keepingPosition(list, () => {
      for (const message of messages) place(list, message)
      trim(list)
      applyFilter()
    })
  }

  bar.addEventListener('input', applyFilter)
  bar.addEventListener('submit', (event) => event.preventDefault())
  pause.addEventListener('click', () => {
    pause.setAttribute('aria-pressed', String(!isPaused()))
    if (!isPaused()) take(held.splice(0))
    showPause()
  })
  openInPane(list)
  listen(list.dataset.position ?? '', (message) => {
    if (isPaused()) held.push(message)
    else take([message])
    showPause()
  })
}

/** Listens only while the page is visible, because a browser has few connections per host. */
function listen(startAfter: string, onMessage: (message: Message) => void): void {
  let position = startAfter
  let source: EventSource | null = null
  const connect = () => {
    if (source || document.hidden) return
    const stream = new EventSource(
      `/portal/wire/stream?${new URLSearchParams({ after: position })}`,
    )
    source = stream
    stream.addEventListener('open', () => showState('live'))
    stream.addEventListener('exchange', (event) => {
      position = event.lastEventId
      onMessage(JSON.parse(event.data))
    })
    // The sandbox was restarted, so the rows on the page belong to an earlier run.
    stream.addEventListener('restarted', () => location.reload())
    stream.addEventListener('error', () => {
      showState('connecting')
      if (stream.readyState !== EventSource.CLOSED) return
      source = null
      setTimeout(connect, RETRY_MS)
    })
  }
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return connect()
    source?.close()
    source = null
  })
  connect()
}

function showState(state: 'live' | 'connecting'): void {
  const badge = requireElement('[data-wire-state]')
  badge.className = state === 'live' ? 'badge tone-good' : 'badge tone-wait'
  badge.textContent = state === 'live' ? 'Live' : 'Reconnecting…'
}

/** Adds the row to its group by its time, or as a new group at the top. */
function place(list: HTMLElement, { correlationId, row, group }: Message): void {
  const known = list.querySelector(`[data-correlation="${CSS.escape(correlationId)}"] ol`)
  if (!known) {
    list.prepend(...parse(group))
    return
  }
  for (const added of parse(row)) {
    const isOlder = (other: Element) => startOf(other) <= startOf(added)
    known.insertBefore(added, [...known.children].find(isOlder) ?? null)
  }
}

/** When a row's exchange began, as an ISO time. */
const startOf = (row: Node): string => (row instanceof HTMLElement ? (row.dataset.at ?? '') : '')

/** The HTML comes from the server, which escapes it. The page's CSP would also block any script in it. */
function parse(html: string): Node[] {
  const template = document.createElement('template')
  template.innerHTML = html
  return [...template.content.childNodes]
}

/** Keeps the scroll position, unless the reader is at the top and following along. */
function keepingPosition(list: HTMLElement, change: () => void): void {
  const { scrollTop, scrollHeight } = list
  change()
  if (scrollTop > 0) list.scrollTop = scrollTop + list.scrollHeight - scrollHeight
}

function trim(list: HTMLElement): void {
  const rows = [...list.querySelectorAll<HTMLElement>('[data-sequence]')]
  const sequenceOf = (row: HTMLElement) => Number(row.dataset.sequence)
  rows.sort((one, other) => sequenceOf(one) - sequenceOf(other))
  for (const row of rows.slice(0, Math.max(0, rows.length - MAX_ROWS))) {
    const group = row.closest('[data-correlation]')
    row.remove()
    if (!group?.querySelector('[data-sequence]')) group?.remove()
  }
}

function openInPane(list: HTMLElement): void {
  const pane = requireElement('[data-wire-exchange]')
  list.addEventListener('click', async (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!matchMedia(SIDE_BY_SIDE).matches) return
    const target = event.target instanceof Element ? event.target : null
    const link = target?.closest<HTMLAnchorElement>('[data-sequence] a')
    if (!link) return
    event.preventDefault()
    // As the server renders it: a window that gets narrow keeps showing the exchange.
    const choose = () => {
      history.replaceState(null, '', link.pathname)
      list.parentElement?.toggleAttribute('data-selected', true)
    }
    if (link.getAttribute('aria-current') === 'true') {
      choose()
      return
    }
    pane.setAttribute('aria-busy', 'true')
    const response = await fetch(`${link.pathname}/detail`)
    // The session has ended, so load the page, which redirects to the sign-in.
    if (response.redirected) return location.assign(link.href)
    pane.replaceChildren(...parse(await response.text()))
    startCopyButtons(pane)
    pane.removeAttribute('aria-busy')
    requireElement('[data-wire-detail]').scrollTop = 0
    list.querySelector('[aria-current]')?.removeAttribute('aria-current')
    link.setAttribute('aria-current', 'true')
    choose()
  })
}

function readFilter(bar: HTMLFormElement): WireFilter {
  const fields = new FormData(bar)
  const direction = fields.get('direction')
  return {
    words: String(fields.get('words') ?? ''),
    direction: direction === 'request' || direction === 'delivery' ? direction : '',
    problemsOnly: fields.has('problems'),
  }
}

function readFacts(row: HTMLElement) {
  const { text = '', direction = '' } = row.dataset
  return { text, direction, isProblem: 'problem' in row.dataset }
}

function requireElement<E extends HTMLElement = HTMLElement>(selector: string): E {
  const element = document.querySelector<E>(selector)
  if (!element) throw new Error(`the wire's page has no ${selector}`)
  return element
}

import { chatPage, type FromFrame, isOfChat, siteMark, type ToFrame } from '@krapao/contract/chat-frame.ts'
import type { Language } from '@krapao/contract/languages.ts'
import { local } from '@krapao/web/storage/stored.ts'
import { look } from './look.ts'

/**
 * `<script src="https://wallet.example/chat.js" async></script>` on another site: the chat's button with its
 * invitation, and on press the chat in a frame of our own origin (rules.md §12.9). Plain code without a
 * framework, because the other site pays for each byte. Everything is in a closed shadow tree, so that
 * neither side's styles reach the other.
 */

/** What the server knows (server/app/chat-on-sites.ts). */
declare const chat: {
  isOn: boolean
  /** `siteMark` of the sites that show it. */
  sites: number[]
  name: string
  variant: 'th' | 'la'
  /** The brand's mark as SVG. */
  mark: string
}
/** Put in when it is built (scripts/chat-script.ts): some texts of the member app. */
declare const __TEXTS__: Record<Language, Record<string, string>>

const tag = 'krapao-chat'
const element = (document.currentScript ??
  document.querySelector('script[src*="/chat.js"]')) as HTMLScriptElement | null
const own = element ? new URL(element.src).origin : ''
const mayShow = chat.isOn && (chat.sites.includes(siteMark(location.origin)) || location.origin === own)

if (mayShow && !document.querySelector(tag)) {
  // Claimed at once: a second tag may run before the page's body is there.
  const host = document.documentElement.appendChild(document.createElement(tag))
  const language = languageOf(element?.dataset.language || document.documentElement.lang)
  show(host, language)
}

/** The language of a code such as `en-GB`; Lao is `lo` to browsers and `la` to people. */
function languageOf(code: string): Language {
  const short = code.slice(0, 2).toLowerCase()
  const known = (Object.keys(__TEXTS__) as Language[]).find(
    (one) => one === short || __TEXTS__[one].tag === short,
  )
  return known ?? chat.variant
}

function show(host: HTMLElement, language: Language): void {
  const texts = __TEXTS__[language]
  host.lang = texts.tag ?? language
  const root = host.attachShadow({ mode: 'closed' })
  // Not a style element, which a strict policy of the site would refuse.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(look)
  root.adoptedStyleSheets = [sheet]

  const make = <K extends keyof HTMLElementTagNameMap>(
    name: K,
    set: Partial<HTMLElementTagNameMap[K]>,
    parent: Node,
  ): HTMLElementTagNameMap[K] => parent.appendChild(Object.assign(document.createElement(name), set))
  const corner = make('div', { className: 'corner' }, root)
  const invitation = make('span', { className: 'invitation', hidden: kept() !== null }, corner)
  const invite = make('button', { type: 'button', textContent: texts.invite ?? '' }, invitation)
  const dismiss = make('button', { type: 'button', className: 'dismiss', textContent: '×' }, invitation)
  dismiss.ariaLabel = texts.dismiss ?? ''
  const button = make('button', { type: 'button', className: 'open', innerHTML: chat.mark }, corner)
  const badge = make('span', { className: 'badge', hidden: true }, button)
  badge.ariaHidden = 'true'
  button.firstElementChild?.setAttribute('aria-hidden', 'true')
  button.ariaHasPopup = 'dialog'
  const dialog = make('dialog', {}, root)
  dialog.ariaLabel = texts.title ?? ''

  const narrow = matchMedia('(width < 900px)')
  let frame: HTMLIFrameElement | undefined
  let isOpen = false
  unreadIs(0)
  opened(false)

  function unreadIs(count: number): void {
    const text = count === 0 ? texts.open : count === 1 ? texts.openUnread_one : texts.openUnread_other
    button.ariaLabel = (text ?? '').replace('{{count}}', `${count}`)
    badge.hidden = count === 0
    badge.textContent = count > 99 ? '99+' : `${count}`
  }

  function opened(now: boolean): void {
    isOpen = now
    button.ariaExpanded = `${now}`
    post({ chat: now ? 'shown' : 'hidden' })
  }

  /**
   * The frame is loaded once and then only hidden, so that the conversation stays where the browser keeps
   * nothing.
   */
  function load(): void {
    frame ??= make(
      'iframe',
      {
        title: `${texts.title} ${chat.name}`,
        src: `${own}${chatPage}?${new URLSearchParams({ site: location.origin, language })}`,
        allow: `clipboard-write ${own}`,
      },
      dialog,
    )
  }

  function post(message: ToFrame): void {
    frame?.contentWindow?.postMessage(message, own)
  }

  function open(): void {
    invitation.hidden = true
    keep('opened')
    load()
    // On a phone nothing else of the page can be used; at the corner of a wide screen everything can.
    if (narrow.matches) dialog.showModal()
    else dialog.show()
    corner.hidden = true
    fit()
    opened(true)
    frame?.focus()
  }

  function close(): void {
    if (!isOpen) return
    dialog.close()
    corner.hidden = false
    opened(false)
    button.focus()
  }

  /** A phone's keyboard lies over the page; the frame cannot know how much is left. */
  function fit(): void {
    const visible = window.visualViewport
    if (!visible || visible.scale > 1.01) return
    dialog.style.setProperty('--height', `${visible.height}px`)
    dialog.style.setProperty('--top', `${visible.offsetTop}px`)
  }

  button.onclick = invite.onclick = open
  dismiss.onclick = () => {
    invitation.hidden = true
    keep('put away')
    button.focus()
  }
  dialog.oncancel = (event) => {
    event.preventDefault()
    close()
  }
  dialog.onkeydown = ({ key }) => key === 'Escape' && close()
  narrow.onchange = () => {
    if (!isOpen) return
    dialog.close()
    if (narrow.matches) dialog.showModal()
    else dialog.show()
  }
  for (const change of ['resize', 'scroll']) window.visualViewport?.addEventListener(change, fit)

  addEventListener('message', ({ source, origin, data }) => {
    if (!frame || source !== frame.contentWindow || origin !== own || !isOfChat(data)) return
    const said = data as FromFrame
    if (said.chat === 'ready') opened(isOpen)
    else if (said.chat === 'close') close()
    else if (said.chat === 'unread' && Number.isInteger(said.count)) unreadIs(said.count)
  })
  // Who has written before may have an answer by now.
  if (kept() === 'opened') {
    const later = () => setTimeout(load, 1000)
    if (document.readyState === 'complete') later()
    else addEventListener('load', later)
  }
}

/** What the person has done with the chat on this site; the invitation is shown to who has done nothing. */
function kept(): string | null {
  return local.read(tag)
}

function keep(what: 'opened' | 'put away'): void {
  if (kept() !== 'opened') local.keep(tag, what)
}

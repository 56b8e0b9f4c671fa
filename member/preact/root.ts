import { options, type VNode } from 'preact'

/**
 * What the built app has in place of `react-dom/client` (docs/decisions/0037). What React does and Preact does not is
 * added here for the whole app, so that no component needs to know.
 */
export { createRoot } from 'preact/compat/client'

type Control = HTMLButtonElement | HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What its owner gave to a control. */
interface Given {
  value?: unknown
  checked?: unknown
  autoFocus?: boolean
}

/** `__e` is the element, under the name that Preact's own add-ons and developer tools use. */
type Drawn = VNode<Given> & { __e?: Control | null }

const controls = new Set<unknown>(['button', 'input', 'textarea', 'select'])
/** What each control was given last. */
const given = new WeakMap<EventTarget, Given>()

/** Runs the effects that wait for their turn. */
let runEffects: (() => void) | undefined
const turns = new MessageChannel()

function runDue(): void {
  const run = runEffects
  runEffects = undefined
  run?.()
}

// Preact would run effects after the next frame, and those of a component that is gone by then never: the arrival of
// money would be announced again. As in React they run in the next turn, and before anybody presses anything.
turns.port1.onmessage = runDue
options.requestAnimationFrame = (run) => {
  runEffects = run
  turns.port2.postMessage(null)
}

const { diffed, event: received } = options

options.diffed = (vnode) => {
  diffed?.(vnode)
  const { type, props, __e: control } = vnode as Drawn
  if (!control || !controls.has(type)) return
  // The control is not in the page yet; the browser itself heeds the attribute only while it loads a page.
  if (props.autoFocus && !given.has(control)) queueMicrotask(() => control.focus())
  given.set(control, props)
}

options.event = (event) => {
  runDue()
  const control = event.currentTarget as Control | null
  if (control && given.has(control) && (event.type === 'input' || event.type === 'change')) {
    // Two turns: the first is before what the event changes is drawn, which Preact puts off by one.
    queueMicrotask(() => queueMicrotask(() => showGiven(control)))
  }
  return received ? received(event) : event
}

/** A control shows what its owner gave it, also if the owner refused the edit and so nothing was drawn again. */
function showGiven(control: Control): void {
  const { value, checked } = given.get(control) ?? {}
  if ('checked' in control && checked != null) {
    // A press on one radio button has changed another, too.
    const alike = control.type === 'radio' ? document.getElementsByName(control.name) : [control]
    for (const one of alike) {
      const owners = given.get(one)?.checked
      if (owners != null) (one as HTMLInputElement).checked = Boolean(owners)
    }
  } else if (value != null && control.type !== 'file' && control.value !== String(value)) {
    control.value = String(value)
  }
}

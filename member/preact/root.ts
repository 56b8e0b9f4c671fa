import { options, type VNode } from 'preact'

/**
 * What the built app has in place of `react-dom/client` (docs/decisions/0037). React does two things for elements that
 * Preact leaves to the browser; here they are added for every element, so that no component needs to know.
 */
export { createRoot } from 'preact/compat/client'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** What its owner last gave to a control. */
interface Given {
  value?: unknown
  checked?: unknown
}

/** `__e` is the vnode's element, under the name that Preact's own add-ons and developer tools use. */
type Drawn = VNode<Given & { autofocus?: boolean; autoFocus?: boolean }> & { __e?: Element | null }

const given = new WeakMap<EventTarget, Given>()
const drawnBefore = new WeakSet<Element>()

const { diffed, event: received } = options

options.diffed = (vnode) => {
  diffed?.(vnode)
  const { type, props, __e: element } = vnode as Drawn
  if (!element || typeof type !== 'string') return
  if (type === 'input' || type === 'textarea' || type === 'select') given.set(element, props)
  if (props.autoFocus && !drawnBefore.has(element)) {
    drawnBefore.add(element)
    // The element is not in the page yet; the browser itself heeds the attribute only while it loads a page.
    queueMicrotask(() => (element as HTMLElement).focus())
  }
}

options.event = (event) => {
  const control = event.currentTarget
  if (control && given.has(control) && (event.type === 'input' || event.type === 'change')) {
    // Two turns: the first is before what the event changes is drawn, which Preact puts off by one.
    queueMicrotask(() => queueMicrotask(() => showGiven(control as Control)))
  }
  return received ? received(event) : event
}

/** A control shows what its owner gave it, also if the owner refused the edit and so nothing was drawn again. */
function showGiven(control: Control): void {
  const props = given.get(control)
  if (!props) return
  if ('checked' in control && props.checked != null) {
    const alike = control.type === 'radio' ? document.getElementsByName(control.name) : [control]
    for (const one of alike) {
      const checked = given.get(one)?.checked
      if (checked != null) (one as HTMLInputElement).checked = Boolean(checked)
    }
  } else if (props.value != null && control.type !== 'file' && control.value !== String(props.value)) {
    control.value = String(props.value)
  }
}

/**
 * How the button and the frame look on another site: as in the app, in plain CSS. `!important` on the host
 * wins over what the site says about all elements.
 */
export const look = `
:host { all: initial !important; position: fixed !important; z-index: 2147483000 !important; right: 0 !important; bottom: 0 !important; display: block !important; --ink: #1c1a3a; --card: #4438b4; --line: #fff; --focus: #d9d6e6; --soft: #56547a; --alert: #b3261e; --on-alert: #fff; --ground: #f6f5fa }
@media (prefers-color-scheme: dark) { :host { --ink: #f1eff8; --card: #b3abff; --line: #1d1a38; --focus: #37335c; --soft: #b9b5d8; --alert: #ff9d94; --on-alert: #14113a; --ground: #121026 } }
* { box-sizing: border-box }
[hidden] { display: none !important }
.corner { position: absolute; right: 16px; bottom: max(16px, env(safe-area-inset-bottom)); display: flex; align-items: center; gap: 8px; width: max-content; max-width: calc(100vw - 32px) }
button { all: unset; box-sizing: border-box; cursor: pointer; font: 600 14px/1.4 system-ui, "Noto Sans Thai", "Noto Sans Lao", sans-serif; color: var(--ink); min-height: 44px; display: inline-flex; align-items: center; justify-content: center }
button:focus-visible { outline: 3px solid var(--card); outline-offset: 2px }
.invitation, .open { background: var(--line); border: 1px solid var(--focus); box-shadow: 0 6px 20px rgb(28 26 58 / .16) }
.invitation { display: flex; align-items: center; border-radius: 28px; padding-left: 4px }
.invitation button { padding: 0 12px; border-radius: 22px }
.invitation .dismiss { width: 44px; padding: 0; flex: none; font-size: 20px; color: var(--soft) }
.open { position: relative; width: 56px; height: 56px; flex: none; border-radius: 28px 28px 8px 28px }
.open svg { width: 36px; height: 36px }
.badge { position: absolute; top: -4px; right: -4px; min-width: 24px; height: 24px; padding: 0 6px; border-radius: 12px; display: flex; align-items: center; justify-content: center; font-size: 12px; font-weight: 700; background: var(--alert); color: var(--on-alert) }
dialog { all: unset; position: fixed; inset: var(--top, 0) 0 auto 0; width: 100%; height: var(--height, 100dvh); overflow: hidden; background: var(--ground) }
dialog:not([open]) { display: none }
iframe { display: block; border: 0; width: 100%; height: 100% }
@media (width >= 900px) { dialog { inset: auto 24px 24px auto; width: 380px; height: min(600px, calc(100dvh - 48px)); border-radius: 28px; border: 1px solid var(--focus); box-shadow: 0 8px 32px rgb(28 26 58 / .24) } .corner { right: 24px; bottom: 24px } }
@media (prefers-reduced-motion: no-preference) { @keyframes rise { from { opacity: 0; transform: translateY(12px) } } dialog[open] { animation: rise .2s ease-out } .open:active { transform: scale(.95) } }
@media (forced-colors: active) { .invitation, .open, dialog { border: 1px solid } }
`

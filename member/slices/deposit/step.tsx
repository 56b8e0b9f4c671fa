import type { ReactNode } from 'react'

/** One of the numbered steps of a way to deposit. */
export function Step({ number, title, children }: { number: number; title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-1 gap-2">
      <h3 className="flex items-center gap-2.5 text-base font-semibold">
        <span
          aria-hidden
          className="flex size-7 shrink-0 items-center justify-center rounded-full bg-night text-sm text-on-night"
        >
          {number}
        </span>
        {title}
      </h3>
      {children}
    </section>
  )
}

import { brand } from '@krapao/web/brand/brand.ts'
import type { ReactNode } from 'react'

/** A page without a layout: one picture, one message, one link. */
export function BarePage({
  art,
  over,
  title,
  text,
  action,
}: {
  art: string
  /** A small line above the title. */
  over?: ReactNode
  title: string
  text: string
  action: ReactNode
}) {
  return (
    <div className="flex flex-1 flex-col px-4 py-6">
      <header className="flex items-center justify-center gap-2 text-base font-bold">
        <img src="/art/brand/mark.svg" alt="" width={32} height={32} />
        {brand.name}
      </header>
      <main id="content" className="m-auto grid w-full max-w-md justify-items-center gap-4 py-8 text-center">
        <img src={art} alt="" width={240} height={180} className="max-w-full" />
        <div className="grid gap-2">
          {over}
          <h1 className="text-2xl font-bold">{title}</h1>
          <p className="text-base text-balance text-ink-soft">{text}</p>
        </div>
        {action}
      </main>
    </div>
  )
}

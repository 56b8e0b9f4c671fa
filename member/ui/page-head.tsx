import { IconButton } from '@krapao/web/ui/button.tsx'
import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'

/**
 * The title of a page that no menu leads to, with the way back to the page that it belongs to. Not the
 * browser's way: what was opened before may be the login, which ends the session.
 */
export function PageHead({
  title,
  back,
  to,
  children,
}: {
  title: string
  /** Where the way leads, in words. */
  back: string
  to: string
  /** What can be done here, at the other end. */
  children?: ReactNode
}) {
  const [, navigate] = useLocation()
  return (
    <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-3">
      <div className="flex items-center gap-1">
        <IconButton label={back} onClick={() => navigate(to)} className="-ml-3">
          <ChevronLeft className="size-6" aria-hidden />
        </IconButton>
        <h1 className="text-2xl font-bold">{title}</h1>
      </div>
      {children}
    </div>
  )
}

import { cx } from '@krapao/web/ui/class-names.ts'
import type { ReactNode } from 'react'

/** A surface that groups elements. */
export function Card({ className, children }: { className?: string; children: ReactNode }) {
  return <section className={cx('rounded-card bg-card p-5 shadow-card', className)}>{children}</section>
}

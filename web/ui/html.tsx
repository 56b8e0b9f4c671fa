import { type Piece, readAllowed } from '@krapao/web/ui/allowed-html.ts'
import { cx } from '@krapao/web/ui/class-names.ts'
import { createElement, Fragment, type ReactNode, useMemo } from 'react'
import { useTranslation } from '../i18n/use-translation.ts'

/**
 * The only way in which HTML from the server is shown (rules.md §14). The text is parsed into a document of
 * its own, in which nothing runs or loads, and the allowed elements are rebuilt as React elements. No markup
 * is ever written into the page, so it is never parsed a second time. That is why thirty lines replace
 * DOMPurify (8 kB gzip), whose difficult part is to return safe markup.
 */
export function Html({ html, className }: { html: string; className?: string }) {
  const { t } = useTranslation()
  const pieces = useMemo(
    () => readAllowed(new DOMParser().parseFromString(html, 'text/html').body.childNodes),
    [html],
  )
  return (
    <div className={cx(look, className)}>{pieces.map((piece, at) => render(piece, at, t('ui.newTab')))}</div>
  )
}

const look = cx(
  'grid gap-2 text-base text-ink [&_h3]:font-semibold [&_h4]:font-semibold [&_strong]:font-semibold',
  '[&_ul]:grid [&_ul]:list-disc [&_ul]:gap-1.5 [&_ul]:pl-5 [&_ol]:grid [&_ol]:list-decimal [&_ol]:gap-1.5 [&_ol]:pl-5',
  '[&_a]:font-semibold [&_a]:text-link [&_a]:underline [&_a]:underline-offset-4',
)

function render(piece: Piece, key: number, newTab: string): ReactNode {
  if (typeof piece === 'string') return <Fragment key={key}>{piece}</Fragment>
  const inside = piece.pieces.map((inner, at) => render(inner, at, newTab))
  if (piece.tag === 'br') return <br key={key} />
  if (piece.tag !== 'a') return createElement(piece.tag, { key }, ...inside)
  if (!piece.href) return <Fragment key={key}>{inside}</Fragment>
  if (piece.href.startsWith('tel:')) {
    return (
      <a key={key} href={piece.href}>
        {inside}
      </a>
    )
  }
  return (
    <a key={key} href={piece.href} target="_blank" rel="noopener noreferrer">
      {inside}
      <span className="sr-only"> ({newTab})</span>
    </a>
  )
}

import { type Language, languageNames, languages, languageTags } from '@krapao/contract/languages.ts'
import type { Words } from '@krapao/contract/slices/campaign/content.ts'
import { longest } from '@krapao/contract/slices/campaign/kinds.ts'
import { useTranslation } from '@krapao/web/i18n/use-translation.ts'
import { IconButton } from '@krapao/web/ui/button.tsx'
import { cx } from '@krapao/web/ui/class-names.ts'
import { Html } from '@krapao/web/ui/html.tsx'
import { Bold, CircleAlert, Heading, Italic, Link, List, type LucideIcon, Pilcrow } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { TextField } from '../../../ui/text-field.tsx'
import { useFormFacts } from './form-context.ts'
import { type Mark, marked, marks } from './html-marks.ts'

const icons: Record<Mark, LucideIcon> = {
  strong: Bold,
  em: Italic,
  h3: Heading,
  p: Pilcrow,
  ul: List,
  a: Link,
}

/**
 * A longer text that may have HTML, one language at a time in the whole width: buttons write the tags, and
 * below it is what the member reads.
 */
export function HtmlField({
  label,
  path,
  value,
  onChange,
  rows = 6,
  maxLength = longest.html,
}: {
  label: string
  path: string
  value: Words
  onChange(value: Words): void
  rows?: number
  maxLength?: number
}) {
  const { t, i18n } = useTranslation()
  const { errorOf } = useFormFacts()
  const [shown, setShown] = useState<Language>(languages.find((one) => one === i18n.language) ?? 'th')
  const id = useId()
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-semibold">{label}</legend>
      <p className="mb-1.5 text-sm text-ink-soft">{t('campaign.htmlHint')}</p>
      <div className="flex flex-wrap gap-1.5">
        {languages.map((one) => (
          <label
            key={one}
            className="flex min-h-11 cursor-pointer items-center gap-1.5 rounded-xl border border-line px-3 text-sm font-medium has-checked:border-link has-checked:bg-sunken has-focus-visible:outline-2"
          >
            <input
              type="radio"
              name={`${path}/shown`}
              // By it the form shows the part with the first field that is wrong.
              data-shows={`${id}-${one}`}
              className="sr-only"
              checked={shown === one}
              onChange={() => setShown(one)}
            />
            {languageNames[one]}
            {errorOf(`${path}/${one}`) !== undefined && (
              <>
                <CircleAlert className="size-4 shrink-0 text-negative" aria-hidden />
                <span className="sr-only">{t('campaign.html.wrong')}</span>
              </>
            )}
          </label>
        ))}
      </div>
      {languages.map((one) => (
        <div key={one} id={`${id}-${one}`} hidden={shown !== one} className="mt-3">
          <OneLanguage
            language={one}
            path={path}
            value={value[one]}
            rows={rows}
            maxLength={maxLength}
            onChange={(next) => onChange({ ...value, [one]: next })}
          />
        </div>
      ))}
    </fieldset>
  )
}

function OneLanguage({
  language,
  path,
  value,
  rows,
  maxLength,
  onChange,
}: {
  language: Language
  path: string
  value: string
  rows: number
  maxLength: number
  onChange(value: string): void
}) {
  const { t } = useTranslation()
  const { errorOf } = useFormFacts()
  const field = useRef<HTMLTextAreaElement>(null)
  const toSelect = useRef<[from: number, to: number]>(undefined)
  useEffect(() => {
    // The value is the new one only now.
    if (!toSelect.current) return
    field.current?.setSelectionRange(...toSelect.current)
    toSelect.current = undefined
  })

  function mark(kind: Mark): void {
    const area = field.current
    if (!area) return
    const { selectionStart: start, selectionEnd: end } = area
    const { text, from, to } = marked(value.slice(start, end), kind)
    if (value.length - (end - start) + text.length > maxLength) return
    toSelect.current = [start + from, start + to]
    area.focus()
    onChange(value.slice(0, start) + text + value.slice(end))
  }

  return (
    <div className="grid gap-2">
      <div role="toolbar" aria-label={t('campaign.html.marks')} className="-ml-3 flex flex-wrap">
        {marks.map((kind) => {
          const Icon = icons[kind]
          return (
            <IconButton key={kind} label={t(`campaign.html.mark.${kind}`)} onClick={() => mark(kind)}>
              <Icon className="size-4.5" aria-hidden />
            </IconButton>
          )
        })}
      </div>
      <TextField
        ref={field}
        quiet
        label={languageNames[language]}
        name={`${path}/${language}`}
        lang={languageTags[language]}
        rows={rows}
        maxLength={maxLength}
        value={value}
        error={errorOf(`${path}/${language}`)}
        onChange={(event) => onChange(event.target.value)}
      />
      <div>
        <p className="mb-1 text-sm text-ink-soft">{t('campaign.preview')}</p>
        {/* As wide as a sheet on a phone. */}
        <div
          lang={languageTags[language]}
          className={cx(
            'max-w-[22.375rem] rounded-2xl border border-line p-4',
            value.trim() === '' && 'text-ink-soft',
          )}
        >
          {value.trim() === '' ? t('campaign.html.empty') : <Html html={value} />}
        </div>
      </div>
    </div>
  )
}
